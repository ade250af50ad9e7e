export function AboutDescent() {
  return (
    <>
      <p>
        <code>watch "loss" e</code> returns the value of <code>e</code> and records it each time it is evaluated. In a
        loop of gradient descent, the records are the history of the descent: one chart per name, one line per
        component, all over the same steps.
      </p>
      <p>
        On a log scale the slope is the rate of convergence: a straight line down means that each step divides the
        remaining error by the same factor.
      </p>
      <p>
        A pair of reals is also drawn as a path, over the contours of a function of two reals that the program defines.
        A step <code>p − rate · grad loss p</code> leaves its contour at a right angle if both axes have the same unit.
      </p>
      <p>
        Point at a step, or move to it with the arrow keys, and click to pin it. The other charts show the same step,
        and the program runs again up to that step to show what was in scope. Drag the path to move it; zoom with the
        buttons, with <kbd>+</kbd> and <kbd>−</kbd>, or with Ctrl and the wheel; <kbd>0</kbd> fits it.
      </p>
      <p>
        <code>watch "fit" (picture …)</code> is animated: the picture is drawn as it was at the step that is shown, here
        and under its cell. Drag over a chart to zoom to steps; <kbd>+</kbd>, <kbd>−</kbd> and Ctrl with the wheel zoom
        too, and <kbd>0</kbd> or a double click shows all.
      </p>
      <p>
        Loops are recursive functions, and a derivative can stand anywhere in the program, so a training loop is an
        ordinary function: M. Abadi, G. D. Plotkin,{' '}
        <a href="https://doi.org/10.1145/3371106" rel="noreferrer" target="_blank">
          A Simple Differentiable Programming Language
        </a>
        , POPL 2020, section 2.
      </p>
    </>
  );
}
