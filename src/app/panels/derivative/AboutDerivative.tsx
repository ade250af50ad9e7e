export function AboutDerivative() {
  return (
    <>
      <p>
        The derivative of a program is a program too, and there are several ways to write it. <i>Symbolic</i>:{' '}
        <i>
          W.R<sub>V</sub>(x : T. C)
        </i>{' '}
        for the trace C at the point V and the cotangent W, by the equations of Figure 6. The equation for <b>let</b>{' '}
        differentiates the body twice, so the literal term can double with every <b>let</b>; beyond a limit only its
        size is shown. The A-normal form binds every intermediate value once and sweeps backwards once, so its size is
        linear.
      </p>
      <p>
        <i>Translated</i>: the program before it runs, with its conditionals, functions and recursion. The translations
        differ in what they put beside each real. <i>Forward</i>: a tangent, for one direction. <i>Reverse-dense</i>: a
        vector, for all directions at once, so each operation costs as much as there are inputs. <i>Reverse-delta</i>: a
        Delta that says what to add to which input. It is small, but a value that is used twice is evaluated twice.{' '}
        <i>Reverse</i>: each operation binds its Delta to a name, in a monad, so nothing is evaluated twice. <i>Tape</i>
        : the same program with a monad that writes into an array; the sweep is a loop backwards over it.
      </p>
      <p>
        <i>Taylor macro (k,R)</i>: beside each real are all its derivatives up to order R in k directions. Every
        operation computes them by the Faà di Bruno formula: x<sub>01</sub> is the derivative in the second direction, x
        <sub>11</sub> the mixed one. The translation by <i>taylor</i> is (1,1). (2,2)′ leaves out second derivatives in
        a single direction. The inputs are jets: the first ones move, each in its own direction.
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
