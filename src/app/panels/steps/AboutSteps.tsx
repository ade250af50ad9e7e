export function AboutSteps() {
  return (
    <>
      <p>
        Evaluation, one step at a time. At every step the program is a <i>redex</i>, which is evaluated next, in an{' '}
        <i>evaluation context</i>, which waits for its result: <i>E</i>[<i>R</i>]. The redex is marked. A function that
        waits for a call to return has a hole [ ] in the place of the call. The rule says what the redex becomes, in the
        environments <i>ρ</i> of variables and <i>φ</i> of functions.
      </p>
      <p>
        <i>Ordinary</i> evaluation, <i>M</i> ⇒ <i>V</i>, computes a value. <i>Symbolic</i> evaluation, <i>M</i> ⇝{' '}
        <i>C</i>, also evaluates conditionals, calls and recursion, but keeps the operations on reals as a trace term. A
        derivative evaluates its function symbolically and differentiates the trace, so its steps are symbolic in both
        modes.
      </p>
      <p>
        The left and right arrow keys move one step, Home and End go to the first and last step, and the space bar
        plays. F9 in the editor, or a click beside a line, toggles a breakpoint on the line or the selection.
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
