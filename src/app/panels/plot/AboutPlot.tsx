export function AboutPlot() {
  return (
    <>
      <p>
        The program’s last expression as a function of one real input, with the other inputs fixed. Every value comes
        from a run of the program, together with its first two derivatives by Taylor mode: each operation of the run
        computes the derivatives of its result, up to some order, from those of its operands (M. Huot, S. Staton, M.
        Vákár,{' '}
        <a href="https://doi.org/10.46298/lmcs-18(1:41)2022" rel="noreferrer" target="_blank">
          Higher Order Automatic Differentiation of Higher Order Functions
        </a>
        , LMCS 18 (1), 2022, section 2).
      </p>
      <p>
        The Taylor polynomial of order <i>R</i> at the point <i>a</i> is the sum of <i>f</i>
        <sup>(n)</sup>(<i>a</i>) / <i>n</i>! · (<i>x</i> − <i>a</i>)<sup>n</sup> for <i>n</i> from 0 to <i>R</i>; the
        polynomial of order 1 is the tangent. All its coefficients come from one more run.
      </p>
      <p>
        Samples are closer together where the curve bends, where the program takes another branch, and where it becomes
        undefined. A diamond marks a kink, an open circle an end that does not belong to the curve, a line across the
        curve a jump that is too small for circles, and a dashed line a place where it is infinite. Where the plot is
        hatched, the program has no value; point there to see why. At a kink, the derivatives are those of the branch
        that the program takes.
      </p>
      <p>
        Drag the point, or move it with the arrow keys, to set the input. Drag the plot to move it. Zoom with the
        buttons, with two fingers, with Ctrl and the wheel, or with <kbd>+</kbd> and <kbd>−</kbd> at the point.{' '}
        <kbd>[</kbd> and <kbd>]</kbd> move the plot, and <kbd>0</kbd> fits it. Choose a second real to see contours and
        the gradient over both.
      </p>
    </>
  );
}
