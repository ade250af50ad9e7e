export function AboutPlot() {
  return (
    <>
      <p>
        The program’s last expression as a function of one real of its inputs, the others as they are. Every value is a
        run of the program, and comes with its first two derivatives by Taylor mode: each operation of the run carries
        the derivatives of its result, up to some order, and computes them from those of its operands (M. Huot, S.
        Staton, M. Vákár,{' '}
        <a href="https://doi.org/10.46298/lmcs-18(1:41)2022" rel="noreferrer" target="_blank">
          Higher Order Automatic Differentiation of Higher Order Functions
        </a>
        , LMCS 18 (1), 2022, section 2).
      </p>
      <p>
        The Taylor polynomial of order <i>R</i> at the point <i>a</i> is the sum of <i>f</i>
        <sup>(n)</sup>(<i>a</i>) / <i>n</i>! · (<i>x</i> − <i>a</i>)<sup>n</sup> for <i>n</i> from 0 to <i>R</i>; that
        of order 1 is the tangent. All its coefficients come from one more run.
      </p>
      <p>
        Samples are close where the curve bends, where the program takes another branch, and where it stops to be
        defined: a diamond is a kink, an open circle an end that does not belong to the curve, a line across it a jump
        that is too small for circles, a broken line a place where it is infinite, and where it is hatched the program
        has no value; point there to see why. At a kink the derivatives are those of the branch that the program takes.
      </p>
      <p>
        Drag the point, or move it with the arrow keys: it sets the input. Drag the picture to move it; zoom with the
        buttons, with two fingers, with the wheel and Ctrl, or at the point with <kbd>+</kbd> and <kbd>−</kbd>;{' '}
        <kbd>[</kbd> and <kbd>]</kbd> move the picture, <kbd>0</kbd> fits it again. Choose a second real to see contours
        and the gradient over both.
      </p>
    </>
  );
}
