export function AboutDescent() {
  return (
    <>
      <p>
        <code>watch "loss" e</code> has the value of <code>e</code> and records it each time it is evaluated. In a loop
        that descends a gradient, the records are the history of the descent: one curve a name, one line a component.
      </p>
      <p>
        Read the log scale for the rate: a straight line down means that each step divides what is left by the same
        factor.
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
