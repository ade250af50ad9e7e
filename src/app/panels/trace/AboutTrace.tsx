export function AboutTrace() {
  return (
    <>
      <p>
        A <i>trace</i> lists the operations on reals that the program performs at this point, one per line, each bound
        once. Conditionals, functions and recursion are gone, because they have been evaluated. Near the point the trace
        computes the same function as the program.
      </p>
      <p>
        To differentiate a program, trace it and differentiate the trace:{' '}
        <i>
          W.rd<sub>V</sub>(x. N)
        </i>{' '}
        becomes{' '}
        <i>
          W.R<sub>V</sub>(x. C)
        </i>
        , where C is the trace of N at V. The derivative is a term of the same kind, so it can be differentiated again.
      </p>
      <p>
        <i>A-normal</i> binds every intermediate value once. Beside each line are its value (blue) and its adjoint
        (vermilion), the derivative of the result with respect to that value. <i>Literal</i> is the term of Figures 4
        and 5, with a <b>let</b> for every redex and for the argument of every call.
      </p>
      <p>
        <i>Approximants</i> (Figure 8): in M<sup>(n)</sup> each recursive function may call itself n deep; deeper calls
        are undefined. Where M<sup>(n)</sup> is defined, it agrees with the program M (Lemma 6.5). Where M is defined,
        so is M<sup>(n)</sup> for some n (Lemma 6.6). This extends what holds for programs without recursion to all
        programs.
      </p>
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
