export function AboutDelta() {
  return (
    <>
      <p>
        Running the translated program does not only compute its value: it also builds a <i>Delta</i>, a description of
        the derivative. Each arithmetic operation adds one binding, <code>w = Add (Scale y u) (Scale x v)</code> for a
        product, so that nothing is ever copied.
      </p>
      <p>
        The function <code>eval</code> then walks the bindings once, from the newest to the oldest. It carries an
        amount;
        <code> Scale</code> multiplies it, <code>Add</code> passes it to both sides, and a variable adds it to what it
        has received. What the inputs have received in the end is the gradient. “Play backwards” shows each clause as it
        fires.
      </p>
      <p>
        “Collapse calls” draws what one call of a function has made as one box, which a click opens; a large graph
        starts that way.
      </p>
      <p>
        “Without sharing” shows the same Delta with every variable replaced by what it stands for: what the simpler
        translation of Figure 7 evaluates (the engine <code>reverse-delta</code>). It doubles with every use of a
        variable. “Detective” follows one derivative back through the graph and says where it was lost, or what made it
        large.
      </p>
      <p>
        Blue is the value, vermilion what the sweep brings. Dashed bindings belong to the wrapper, which multiplies the
        result with its cotangent.
      </p>
      <p>
        F. Krawiec, S. Peyton Jones, N. Krishnaswami, T. Ellis, R. A. Eisenberg, A. Fitzgibbon:{' '}
        <a href="https://doi.org/10.1145/3498710" rel="noreferrer" target="_blank">
          Provably Correct, Asymptotically Efficient, Higher-Order Reverse-Mode Automatic Differentiation
        </a>
        , POPL 2022. Figures 9 (the translation), 10 (<code>eval</code>), 11 and 15 (the wrapper).
      </p>
    </>
  );
}
