export function AboutGradient() {
  return (
    <>
      <p>
        Each column is a method of its own: <b>reverse</b> runs the translated program and sweeps its Delta backwards;{' '}
        <b>tape</b> does so over an array; <b>reverse-delta</b> has a Delta that shares nothing, and{' '}
        <b>reverse-dense</b> a vector beside each real; <b>trace-anf</b> traces the program and differentiates the
        trace, <b>trace</b> by the literal rules; <b>forward</b> computes with dual numbers, one pass for each input, or
        for one direction only where there are more than 200; <b>taylor</b> likewise with jets, over the trace of one
        run; <b>curry</b> and <b>curry-dependent</b> compose combinators that carry their pullbacks, with a list of
        calls or the environment for the tangent of a function, so that curry doubles its work with every let and stops
        soon; <b>numeric</b> only runs the program at points nearby (central differences with Richardson extrapolation)
        and knows how far off it may be (±).
      </p>
      <p>
        Δ is the difference to the first column, relative to the size of the terms that were added up, so that
        cancellation is not called disagreement. Two engines agree within 10⁻⁹; the numeric check within its own error.
      </p>
      <p>
        Below stands what each run cost, counted and not timed but for the last row: <i>primal</i> and <i>derivative</i>{' '}
        operations, <i>nodes</i> of a Delta, a tape or a trace, <i>visits</i> of the backward sweep.
      </p>
      <p>
        At a kink, or where a comparison is on its boundary, the derivative of the branch taken is still defined here,
        but the numeric check is not comparable.
      </p>
      <p>
        F. Krawiec et al., POPL 2022,{' '}
        <a href="https://doi.org/10.1145/3498710" rel="noreferrer" target="_blank">
          Figures 3 to 11
        </a>
        ; M. Abadi, G. D. Plotkin, POPL 2020,{' '}
        <a href="https://doi.org/10.1145/3371106" rel="noreferrer" target="_blank">
          Figure 6
        </a>
        ; M. Abadi, R. Wei, G. Plotkin, D. Vytiniotis, D. Belov, <i>The Differentiable Curry</i>, 2019; M. Huot, S.
        Staton, M. Vákár, LMCS 2022,{' '}
        <a href="https://doi.org/10.46298/lmcs-18(1:41)2022" rel="noreferrer" target="_blank">
          sections 2 and 3
        </a>
        .
      </p>
    </>
  );
}
