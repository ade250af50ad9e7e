export function AboutDerivative() {
  return (
    <>
      <p>
        The derivative of a program as a program, four times. <i>Symbolic</i>:{' '}
        <i>
          W.R<sub>V</sub>(x : T. C)
        </i>{' '}
        for the trace C at the point V and the cotangent W, by the clauses of Figure 6. The clause for <b>let</b>{' '}
        differentiates the body twice, so literally the term can double with every <b>let</b>; past a limit its size
        alone is told. In A-normal form every intermediate value is bound once, one sweep goes backwards, and the size
        is linear.
      </p>
      <p>
        <i>Translated</i>: the program before it runs, with its conditionals, functions and recursion. Reverse returns a
        Delta beside each real and sweeps it at the end; forward returns a tangent beside each real.
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
        , POPL 2022, Figures 4 and 9.
      </p>
    </>
  );
}
