export function AboutDerivative() {
  return (
    <>
      <p>
        The derivative of a program as a program, by several ways. <i>Symbolic</i>:{' '}
        <i>
          W.R<sub>V</sub>(x : T. C)
        </i>{' '}
        for the trace C at the point V and the cotangent W, by the clauses of Figure 6. The clause for <b>let</b>{' '}
        differentiates the body twice, so literally the term can double with every <b>let</b>; past a limit its size
        alone is told. In A-normal form every intermediate value is bound once, one sweep goes backwards, and the size
        is linear.
      </p>
      <p>
        <i>Translated</i>: the program before it runs, with its conditionals, functions and recursion; what differs is
        what stands beside each real. <i>Forward</i>: a tangent, for one direction. <i>Reverse-dense</i>: a vector, for
        all directions at once, so that each operation costs as much as there are inputs. <i>Reverse-delta</i>: a Delta
        that says what to add to which input; it is small, but what is used twice is evaluated twice. <i>Reverse</i>:
        each operation binds its Delta to a name, by a monad, so that nothing is evaluated twice. <i>Tape</i>: the same
        program, in which the monad writes into an array and the sweep is a loop backwards over it.
      </p>
      <p>
        <i>Taylor macro (k,R)</i>: beside each real all its derivatives up to order R in k directions, which every
        operation takes on by the Faà di Bruno formula: x<sub>01</sub> is the derivative in the second direction, x
        <sub>11</sub> the mixed one, and <i>taylor</i> alone is (1,1). (2,2)′ leaves out what is twice in one direction.
        The inputs are jets: the first ones move, each in a direction of its own.
      </p>
      <p>
        M. Abadi, G. D. Plotkin:{' '}
        <a href="https://doi.org/10.1145/3371106" rel="noreferrer" target="_blank">
          A Simple Differentiable Programming Language
        </a>
        , POPL 2020, Figure 6. F. Krawiec et al.:{' '}
        <a href="https://doi.org/10.1145/3498710" rel="noreferrer" target="_blank">
          Provably Correct, Asymptotically Efficient, Higher-Order Reverse-Mode Automatic Differentiation
        </a>
        , POPL 2022, Figures 3 to 11 and section 7.3. M. Huot, S. Staton, M. Vákár:{' '}
        <a href="https://doi.org/10.46298/lmcs-18(1:41)2022" rel="noreferrer" target="_blank">
          Higher Order Automatic Differentiation of Higher Order Functions
        </a>
        , LMCS 18 (1), 2022, sections 2 and 3.
      </p>
    </>
  );
}
