import { ENGINES } from '../ad/registry';

export const USAGE = `Usage: pullback COMMAND FILE [options]

FILE is a program (.pbk), a notebook (.md), or - for standard input.

Commands:
  run FILE                    print every output, and the derivative with respect to the inputs
    --engine ID               differentiate with this engine
    --jacobian                print the Jacobian, one row for each real of the result, also if it is large
    --repeat N                run N times, and print the median and the range of the times
  check FILE                  report errors and warnings without running the program; of a notebook, also exercises
                              whose checks accept a wrong answer
  fmt FILE                    print the formatted text
    --check                   list what is not formatted instead
  trace FILE                  print the trace term at the inputs, and its symbolic derivative
    --anf                     in A-normal form, which stays linear in the number of operations
    --approximant N           of the N-th approximant: each recursive function is entered at most N times deep
  steps FILE                  print the steps of the evaluation, each with its rule and its redex
    --symbolic                of the symbolic evaluation of the expression that is differentiated
    --at N                    print the state before step N instead: the context, the variables, the trace so far
  theorems FILE               check the theorems of Abadi & Plotkin at the inputs
  jets FILE                   print all derivatives of each value, up to an order, along some inputs
    --along NAME              move this real input; may be repeated (default: the first two)
    --order R --directions K  up to the order R (default: 2), along the first K real inputs
    --restricted              without second derivatives in one direction
  tangents FILE               print the runs of \`curry\` and \`curry-dependent\`, and the tangents of their pullbacks
    --engine ID               of this one only
  translate FILE --engine ID  print the translated program (the combinators, for curry)
    --order R --directions K  taylor only: the (K,R) macro
    --restricted              taylor only: the (2,2) macro without second derivatives in one direction
  delta FILE                  print the Delta bindings of the reverse translation
  agree FILE                  run all engines and compare their derivatives
  test-engine FILE            test the engines that a notebook defines (\`engine=NAME\`) on generated programs
  growth FILE --input NAME    measure the engines while an int, or the length of a list or an array, grows
    --values 10,100           the sizes to measure (default: 4, 8, ..., 4096)
    --engine ID               measure this engine only; may be repeated
  compile FILE -o OUT.mjs     write an ES module with the value, the gradient and the directional derivative, and its types
    --target wat              print its WebAssembly text, or write it with -o OUT.wat
  link FILE                   print the fragment of a share link
  grade FILE...               check answers to the exercises of the course again: notebooks (.md), progress files (.json)
                              that the page saved, and folders of them; one line each
    --csv                     as a table for a spreadsheet

Options:
  --set NAME=VALUE            set an input or data; may be repeated
  --set NAME=@FILE            read it from a file: JSON, or a table (.csv, .tsv) for an array; - is standard input
  --data FILE                 read several from a JSON file that is an object with their names; may be repeated
  --cotangent VALUE           the cotangent; run needs it, or --jacobian, if the result is not one real
  --json                      print one JSON object instead of text
  --steps N                   step limit (default: 10^9; growth: 5 * 10^7)
  --seconds S                 time limit in seconds (default: 60; grade: 300 for each file)
  --memory BYTES              memory limit in bytes (default: 10^9)
  -h, --help                  print this help

Engines: ${ENGINES.map(({ id }) => id).join(', ')}

Exit status: 0 success; 1 the program has an error or is undefined at the inputs; 2 the command line has an error, or
a file cannot be read or the output not written; 3 a limit was reached; 4 the engines disagree,
or a theorem does not hold; 5 a bug in Pullback.`;
