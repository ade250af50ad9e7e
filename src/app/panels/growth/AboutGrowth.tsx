export function AboutGrowth() {
  return (
    <>
      <p>
        Every engine differentiates the program while one input grows: a whole number, or a list or an array, which gets
        longer by its own items, again and again. What it did is counted, not timed, so the curves are the same on every
        computer.
      </p>
      <p>
        Both axes are logarithmic: work that grows like a power <i>n</i>
        <sup>k</sup> is a straight line of slope <i>k</i>. Linear work has slope 1, or a little less where a constant is
        added to it, which weighs less at larger sizes. Exponential work has no slope: its points bend upwards, until
        the engine runs out of its second.
      </p>
      <p>
        <b>reverse</b> is linear in the run of the program: its translation adds a constant to each operation, and{' '}
        <i>eval</i> visits each <i>Let</i> once, after all that uses it (F. Krawiec et al., POPL 2022,{' '}
        <a href="https://doi.org/10.1145/3498710" rel="noreferrer" target="_blank">
          section 7.4
        </a>
        ). Without that sharing (their section 6) the Delta of nested doubling is exponential; and so is the symbolic
        derivative of Figure 6 by M. Abadi and G. D. Plotkin, POPL 2020, whose clause for <b>let</b> differentiates the
        body twice.
      </p>
      <p>
        The numeric check is left out: how often it runs the program depends on how smooth the function is, not on the
        size.
      </p>
    </>
  );
}
