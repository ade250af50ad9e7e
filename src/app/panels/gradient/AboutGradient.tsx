export function AboutGradient() {
  return (
    <>
      <p>
        Each row is one method. <b>reverse</b> runs the translated program and sweeps its Delta backwards. <b>tape</b>{' '}
        does the same with an array. <b>reverse-delta</b> builds a Delta without sharing. <b>reverse-dense</b> carries a
        vector beside each real. <b>trace-anf</b> traces the program and differentiates the trace; <b>trace</b> does so
        by the literal rules. <b>forward</b> computes with dual numbers in one pass per input, or in a single direction
        if there are more than 200 inputs. <b>taylor</b> does the same with jets, over the trace of one run.{' '}
        <b>curry</b> and <b>curry-dependent</b> compose combinators that carry their pullbacks. For curry the tangent of
        a function is a list of its calls, for curry-dependent it is the tangent of its environment; curry doubles its
        work with every nested let and soon reaches its limit. <b>compiled</b> turns the program and its derivatives
        into WebAssembly, which runs at the speed of code written by hand. <b>numeric</b> only runs the program at
        nearby points (central differences with Richardson extrapolation) and estimates its own error (±).
      </p>
      <p>
        Δ is the difference from the first row, relative to the size of the terms that were added, so cancellation does
        not count as disagreement. Two engines agree within 10⁻⁹; the numeric check agrees within its own error.
      </p>
      <p>
        The engines run for 1.5 seconds together; those that need more time have a button that runs them. With more than
        six inputs, each input has a row, and its last column shows each engine.
      </p>
      <p>
        The second table shows what each run cost. All of it is counted, except for the time: <i>primal</i> and{' '}
        <i>derivative</i> operations, <i>nodes</i> of a Delta, a tape or a trace, <i>visits</i> of the backward sweep.
        Counting would slow <b>compiled</b> down, so it measures only its memory: <i>live</i> is its peak, in words of 8
        bytes. Its time does not include compiling, which happens once.
      </p>
      <p>
        At a kink, or where a comparison is exactly on its boundary, the engines give the derivative of the branch
        taken, and the numeric check cannot be compared with it.
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
