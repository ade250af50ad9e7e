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
      <p>
        <i>A-normal</i> binds every intermediate value once; beside each line stand its value (blue) and its adjoint,
        the derivative of the result by it (vermilion). <i>Literal</i> is the term of Figures 4 and 5: a <b>let</b> for
        every redex, and one for the argument of every call.
      </p>
      <p>
        <i>Approximants</i> (Figure 8): in M<sup>(n)</sup> each recursive function may call itself n deep; deeper, it is
        undefined. Where M<sup>(n)</sup> is defined it agrees with the program M (Lemma 6.5), and where M is defined, so
        is M<sup>(n)</sup> for some n (Lemma 6.6): what holds of programs without recursion is carried over to those
        with it.
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
