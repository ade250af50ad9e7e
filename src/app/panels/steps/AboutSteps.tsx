export function AboutSteps() {
  return (
    <>
      <p>
        Evaluation, one step at a time. At every moment the program is a <i>redex</i>, which is what happens next, in an{' '}
        <i>evaluation context</i>, which is all that waits for it: <i>E</i>[<i>R</i>]. The redex is marked; a function
        that waits for a call to return has a hole [ ] in its place. The rule says what becomes of the redex, in the
        environments <i>ρ</i> of variables and <i>φ</i> of functions.
      </p>
      <p>
        <i>Ordinary</i> evaluation, <i>M</i> ⇒ <i>V</i>, computes a value. <i>Symbolic</i> evaluation, <i>M</i> ⇝{' '}
        <i>C</i>, carries out conditionals, calls and recursion as well, but leaves the operations on reals standing: a
        trace term. A derivative evaluates its function symbolically and differentiates the trace, so that its steps are
        symbolic in both modes.
      </p>
      <p>
        Arrow keys go one step, Home and End to the ends, the space bar plays. F9 in the editor, or a click beside a
        line, sets a breakpoint: in the line, or in what is selected.
      </p>
      <p>
        M. Abadi, G. D. Plotkin:{' '}
        <a href="https://doi.org/10.1145/3371106" rel="noreferrer" target="_blank">
          A Simple Differentiable Programming Language
        </a>
        , POPL 2020. Section 3: Figures 2 and 3 are ordinary evaluation, 4 and 5 symbolic, 6 the derivative of a trace.
        Section 6.2: Figure 8, bounded recursion.
      </p>
    </>
  );
}
