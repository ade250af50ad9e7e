export function AboutGrowth() {
  return (
    <>
      <p>
        Every engine differentiates the program while one input grows: an integer, or a list or array whose items are
        repeated. The work is counted, not timed, so the curves are the same on every computer.
      </p>
      <p>
        Both axes are logarithmic. Work that grows like a power <i>n</i>
        <sup>k</sup> is a straight line of slope <i>k</i>. Linear work has slope 1, or a little less with an added
        constant, which matters less at larger sizes. Exponential work has no slope: its points bend upwards, until the
        engine reaches its time limit of 1 s.
      </p>
      <p>
        <b>reverse</b> is linear in the run of the program: its translation adds a constant amount of work to each
        operation, and <i>eval</i> visits each <i>Let</i> once, after everything that uses it (F. Krawiec et al., POPL
        2022,{' '}
        <a href="https://doi.org/10.1145/3498710" rel="noreferrer" target="_blank">
          section 7.4
        </a>
        ). Without that sharing (their section 6) the Delta of nested doubling is exponential. So is the symbolic
        derivative of Figure 6 by M. Abadi and G. D. Plotkin, POPL 2020, whose equation for <b>let</b> differentiates
        the body twice.
      </p>
      <p>
        <b>compiled</b> does not count its operations, because counting would slow it down. It has a curve for{' '}
        <i>live</i> only: its peak memory, in words of 8 bytes.
      </p>
      <p>
        The numeric check is left out: how often it runs the program depends on how smooth the function is, not on the
        size.
      </p>
    </>
  );
}
