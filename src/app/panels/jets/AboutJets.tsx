export function AboutJets() {
  return (
    <>
      <p>
        A <i>jet</i> of a real is the real with all its derivatives up to an order <i>R</i> along <i>k</i> directions:{' '}
        <i>D</i>
        <sub>(k,R)</sub>(<b>real</b>) = <b>real</b>
        <sup>C(R+k, k)</sup>. The derivatives are in lexicographic order of their multi-indices, from (0,…,0), the real
        itself, to (<i>R</i>,0,…,0), and are not divided by factorials. With one direction and order 1, jets are dual
        numbers. The restricted (2,2)′ leaves out second derivatives in a single direction.
      </p>
      <p>
        The jet of an operation is computed from the jets of its arguments. For a product that is the product rule, the
        sum of (α over β) <i>x</i>
        <sub>β</sub> <i>y</i>
        <sub>α−β</sub>. For any other operation it is Faà di Bruno’s formula, the chain rule for higher derivatives:
        each term is a partial derivative of the operation times derivatives of the arguments whose multi-indices add up
        to α.
      </p>
      <p>
        The macro <i>D</i>
        <sub>(k,R)</sub> makes this substitution in the program itself and leaves everything else unchanged; the{' '}
        <i>Derivative</i> panel shows the program that it writes. The numbers here come from its runtime, which goes
        along the trace once and computes the same by recurrences. M. Huot, S. Staton, M. Vákár:{' '}
        <a href="https://doi.org/10.46298/lmcs-18(1:41)2022" rel="noreferrer" target="_blank">
          Higher Order Automatic Differentiation of Higher Order Functions
        </a>
        , LMCS 2022, sections 2 and 3.
      </p>
    </>
  );
}
