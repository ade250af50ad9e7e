export function AboutDelta() {
  return (
    <>
      <p>
        Running the translated program computes its value and builds a <i>Delta</i>, a description of the derivative.
        Each arithmetic operation adds one binding, such as <code>w = Add (Scale y u) (Scale x v)</code> for a product,
        so nothing is ever copied.
      </p>
      <p>
        The function <code>eval</code> then walks the bindings once, from the newest to the oldest, and carries an
        amount: <code>Scale</code> multiplies it, <code>Add</code> passes it to both sides, and a variable adds it to
        its adjoint. The adjoints of the inputs are the gradient. “Play backwards” shows every step.
      </p>
      <p>
        “Source” draws each value of the program as one node, with its operation as it is written and without constants.
        “Paper” draws every constructor of the Delta in the paper’s letters; “Cards” draws each binding on one card.
        “Bindings” lists the Delta as the paper writes it.
      </p>
      <p>
        “Collapse calls” draws each function call as one box, which a click expands. Large graphs start collapsed. The
        graph of a trace of more than 20,000 entries is made of the trace: iterations of a loop are one box, which opens
        in place.
      </p>
      <p>
        “Without sharing” shows the same Delta with every variable replaced by its definition, as the simpler
        translation of Figure 7 evaluates it (the engine <code>reverse-delta</code>). Each use of a variable copies its
        definition. “Detective” traces one derivative back through the graph and explains where it became zero, or what
        made it large.
      </p>
      <p>
        Blue numbers are values, red numbers are adjoints. Dashed bindings are bookkeeping: they multiply a result by
        its cotangent, where a sweep cannot start from it. “Source” draws them on demand.
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
