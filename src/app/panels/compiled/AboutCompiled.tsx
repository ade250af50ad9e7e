export function AboutCompiled() {
  return (
    <p>
      The compiler turns the cell’s program into WebAssembly, which runs wherever a value is needed often: in plots,
      descents and long runs. <i>Program</i> is its intermediate representation after all optimisations, one operation a
      line: records, pairs and closures have become plain variables (<b>r</b> is a real, <b>n</b> an int, <b>b</b> a
      boolean, <b>d</b> data in memory). <i>Derivative</i> is the function that returns the gradient and the value: it
      goes forwards through the program and then backwards, and the lines in vermilion compute derivatives. <i>Wasm</i>{' '}
      is the module made of both, as text. If the inputs contain small vectors or matrices, there can be a version for
      their lengths in the text, whose name ends in <i>Usual</i>, and one for other lengths, which ends in <i>Any</i>; a
      third function chooses between them. Point at a line to see its source, or at the source to see its lines; lines
      that the compiler added have no source.
    </p>
  );
}
