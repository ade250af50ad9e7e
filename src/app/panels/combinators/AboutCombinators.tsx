export function AboutCombinators() {
  return (
    <>
      <p>
        The program without variables: Figure 1 turns a term in a context Δ into combinators. A variable is a projection
        from Δ, <b>curry</b> makes a function, <b>eval</b> calls one, <b>prod</b> makes a pair, and <i>b</i> ∘ <i>c</i>{' '}
        is <i>b</i>, then <i>c</i>. Each combinator is a rep-function of type Δ ⇝ τ: from an input it computes a value
        and a <i>pullback</i>, which maps a tangent of the value to a tangent of the input (Figure 2). In the diagram,
        values flow forwards in blue and tangents flow backwards in vermilion.
      </p>
      <p>
        The two versions differ in the tangent of a function. <i>Simply typed</i> (Figures 3 and 6): it is the list of
        the function’s calls, each an argument with the tangent of its result. The pullback of <b>curry</b> runs the
        function <i>again</i> for each of these calls, marked ↻, to compute the tangent of what it captured. A{' '}
        <b>let</b> is a call too, so nested lets double the work. <i>Dependent</i> (Figure 5): it is the tangent of the
        environment that the closure captured. It comes back from <b>eval</b> together with the tangent of the argument,
        and nothing runs again; but its type depends on the value.
      </p>
      <p>
        Conditionals, variants, lists, arrays and recursion are our additions. M. Abadi, R. Wei, G. Plotkin, D.
        Vytiniotis, D. Belov:{' '}
        <a href="https://openreview.net/forum?id=ryxuz9SzDB" rel="noreferrer" target="_blank">
          The Differentiable Curry
        </a>
        , NeurIPS workshop Program Transformations, 2019, Figures 1 to 6.
      </p>
    </>
  );
}
