export function AboutTrace() {
  return (
    <>
      <p>
        A <i>trace</i> is what is left of the program when conditionals, functions and recursion have been carried out
        at this point: operations on reals, one a line, each bound once. Near the point it computes the same function as
        the program.
      </p>
      <p>
        Differentiating a program means to trace it and to differentiate the trace:{' '}
        <i>
          W.rd<sub>V</sub>(x. N)
        </i>{' '}
        becomes{' '}
        <i>
          W.R<sub>V</sub>(x. C)
        </i>{' '}
        where C is the trace of N at V. The derivative is itself such a term, and can be differentiated again.
      </p>
      <p>Beside each line stand its value (blue) and its adjoint, the derivative of the result by it (vermilion).</p>
      <p>
        M. Abadi, G. D. Plotkin:{' '}
        <a href="https://doi.org/10.1145/3371106" rel="noreferrer" target="_blank">
          A Simple Differentiable Programming Language
        </a>
        , POPL 2020. Figures 2 to 6; the A-normal form follows their section 7.
      </p>
    </>
  );
}
