export function AboutCompiled() {
  return (
    <p>
      This is the code that runs: the compiler turns the cell’s program into WebAssembly, which plots, descents and long
      runs use. <i>Program</i> is its intermediate representation after all optimisations: one operation a line, in
      which records, pairs and closures have become plain variables (<b>r</b> a real, <b>n</b> an int, <b>b</b> a truth
      value, <b>d</b> data in memory). <i>Derivative</i> is the function that computes the value and the gradient
      together: it goes forwards through the program, then backwards, and the lines in vermilion compute adjoints.{' '}
      <i>Wasm</i> is the module that is made of both, as text. Point at a line to see the source that it comes from, and
      at the source to see its lines; lines that the compiler adds itself have no source.
    </p>
  );
}
