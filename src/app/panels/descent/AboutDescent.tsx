export function AboutDescent() {
  return (
    <>
      <p>
        <code>watch "loss" e</code> has the value of <code>e</code> and records it each time it is evaluated. In a loop
        that descends a gradient, the records are the history of the descent: one chart a name, one line a component,
        all over the same steps.
      </p>
      <p>
        Read the log scale for the rate: a straight line down means that each step divides what is left by the same
        factor.
      </p>
      <p>
        A pair of reals is also drawn as a path, over the contours of a function of two reals that the program defines.
        A step <code>p − rate · grad loss p</code> leaves its contour at a right angle, where both axes have one unit.
      </p>
      <p>
        Point at a step, or move to it with the arrow keys, and click to keep it: the other charts show it too, and the
        program is run again up to there, to say what was in scope. Drag the path to move it; zoom with the buttons,
        with <kbd>+</kbd> and <kbd>−</kbd>, or with the wheel and Ctrl; <kbd>0</kbd> fits it again.
      </p>
      <p>
        The language has loops by recursion and a derivative that can stand anywhere in the program, so a training loop
        is an ordinary function: M. Abadi, G. D. Plotkin,{' '}
        <a href="https://doi.org/10.1145/3371106" rel="noreferrer" target="_blank">
          A Simple Differentiable Programming Language
        </a>
        , POPL 2020, section 2.
      </p>
    </>
  );
}
