export function AboutCombinators() {
  return (
    <>
      <p>
        The program without variables: Figure 1 turns a term in a context Δ into combinators. A variable is a projection
        of Δ, <b>curry</b> makes a function, <b>eval</b> calls one, <b>prod</b> pairs, and <i>b</i> ∘ <i>c</i> is{' '}
        <i>b</i>, then <i>c</i>. Each is a rep-function, of a type Δ ⇝ τ: from an input it gives a value and a{' '}
        <i>pullback</i>, which takes a tangent of the value to a tangent of the input (Figure 2). In the diagram the
        value goes forwards in blue, the tangent backwards in vermilion.
      </p>
      <p>
        What is the tangent of a function? <i>Simply typed</i> (Figures 3 and 6): the list of its calls, each an
        argument with the tangent of its result. The pullback of <b>curry</b> then runs the function <i>again</i> at
        each of these calls, marked ↻, to learn the tangent of what it captured. A <b>let</b> is a call of a function,
        too, so what is inside runs once more: the work doubles with every let inside another. <i>Dependent</i> (Figure
        5): the tangent of the environment that the closure captured. It comes back from <b>eval</b> with that of the
        argument, and nothing runs again; but its type depends on the value.
      </p>
      <p>
        Conditionals, variants, lists, arrays and recursion are ours. M. Abadi, R. Wei, G. Plotkin, D. Vytiniotis, D.
        Belov:{' '}
        <a href="https://openreview.net/forum?id=ryxuz9SzDB" rel="noreferrer" target="_blank">
          The Differentiable Curry
        </a>
        , NeurIPS workshop Program Transformations, 2019, Figures 1 to 6.
      </p>
    </>
  );
}
