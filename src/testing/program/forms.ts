import { arityOfType, typeSchemeOf, schemeOfName, type TypeScheme } from './types';

/** A form that makes a value from values of given types. */
export interface Form {
  readonly weight: number;
  readonly scheme: TypeScheme;
  /** The number of arguments. */
  readonly count: number;
  readonly text: (given: readonly string[], fresh: () => string) => string;
  /** The bound on numbers in its value, if those in the arguments are at most 4. */
  readonly bound: number;
  /** How often it differentiates a function argument. */
  readonly order: number;
}

/** Returns forms for built-in and prelude names that are safe with any arguments, applied to all or to fewer. */
function named(weight: number, names: readonly string[], bound = 4, order = 0): readonly Form[] {
  return names.flatMap((name) => {
    const scheme = schemeOfName(name);
    const arity = arityOfType(scheme());
    return Array.from({ length: arity + 1 }, (_, count): Form => ({
      weight: count === arity ? 2 * weight : weight,
      scheme,
      count,
      text: (given) => (count === 0 ? name : `(${[name, ...given.map(oneByOne)].join(' ')})`),
      bound,
      order,
    })).filter(({ count }) => count === arity || bound <= 4);
  });
}

/** Writes `fun a b -> ...` as a function that returns a function: `mapi` and `zipWith` take the former for a mistake. */
function oneByOne(argument: string): string {
  return argument.replace(/^\(fun ([^\s()]+) ([^\s()]+) -> /u, '(fun $1 -> fun $2 -> ');
}

/** Returns a form for `text`, with `$1`, `$2`, ... for arguments; `%` is a new name. */
function form(weight: number, type: string, text: string, bound = 4, order = 0): readonly Form[] {
  const scheme = typeSchemeOf(type);
  return [
    {
      weight,
      scheme,
      count: new Set(text.match(/\$\d/gu)).size,
      text: (given, fresh) => {
        const name = fresh();
        const filled = text.replaceAll('%', name).replaceAll(/\$(\d)/gu, (_, digit) => given[Number(digit) - 1] ?? '');
        return `(${filled})`;
      },
      bound,
      order,
    },
  ];
}

/** Returns a form that uses a matrix `%''`, made by its first argument, with more on its diagonal than beside it. */
function matrixForm(weight: number, rest: string, text: string, bound = 4): readonly Form[] {
  const item = "(if % = %' then 3 else 0) + tanh ($1 % %')";
  const matrix = `build 2 (fun % -> build 2 (fun %' -> ${item}))`;
  return form(weight, `(int -> int -> real) ${rest}`, `let %'' = ${matrix} in ${text}`, bound);
}

/** The forms are chosen to avoid errors from empty sequences, differing shapes and zeros. */
export const FORMS: readonly Form[] = [
  // Forms for any type.
  ...named(1, ['identity', 'compose', 'fst', 'snd', 'foldl', 'comp']),
  ...form(4, 'array a -> int -> a -> a', 'let % = $1 in if length % = 0 then $3 else %[mod $2 (length %)]'),
  ...form(2, 'a -> a -> a -> a', '[$1, $2, $3][1]'),
  // Forms for restricted types.
  ...named(2, ['mapReals', 'zeroLike', 'sin', 'cos', 'tanh', 'sigmoid', 'atan', 'erf', 'relu', 'abs', 'max', 'toReal']),
  ...named(6, ['map', 'filter', 'toList', 'reverse', 'concat', 'toArray', 'layer', 'repeat']),
  ...named(20, ['zip', 'unzip', 'range']),
  ...named(5, ['sum'], 20),
  ...named(3, ['length'], 8),
  ...named(2, ['squaredError'], 64),
  ...named(4, ['grad'], 10, 1),
  ...named(3, ['deriv'], 10, 1),
  ...form(10, 'a -> list a -> list a', '$1 :: $2'),
  // `++` would join strings if neither operand were known to be a sequence when it is checked.
  ...form(4, 'list a -> list a -> list a', 'toList $1 ++ $2'),
  ...form(4, 'array a -> a -> array a', '$1 ++ [$2]'),
  ...form(4, 'a -> array a -> array a -> array a', '[$1] ++ $2 ++ $3'),
  ...form(10, 'string -> string -> string', '$1 ++ $2'),
  ...form(6, 'real -> string', 'show $1'),
  ...form(4, 'int -> string', 'show $1'),
  ...form(12, '(int -> a) -> array a', 'build 3 $1'),
  ...form(4, 'int -> (int -> a) -> array a', 'build (mod $1 4) $2'),
  ...form(
    8,
    'array a -> int -> a -> array a',
    'let % = $1 in if length % = 0 then % else update % (mod $2 (length %)) $3',
  ),
  // Loops that update what they carry, in arrays that are too long to become their items, or of unknown length.
  ...form(
    16,
    'real -> (real -> real) -> array real',
    "let %'' = $1 in fold (%, %') -> update %' (mod (3 * %) 18) (tanh ($2 %'[mod (% + 5) 18] - %'' * %'[mod % 18])) over range 0 20 from build 18 (fun % -> sin (toReal % * %''))",
    1,
  ),
  ...form(
    12,
    'list int -> (real -> real) -> array real -> array real',
    "fold (%, %') -> if length %' = 0 then %' else update %' (mod % (length %')) (tanh ($2 %'[mod (% + 1) (length %')])) over $1 from $3",
  ),
  ...form(
    8,
    'list int -> array real -> real',
    "let %'' = $2 in let %''' = (fold (%, %') -> if length %' = 0 || % = 2 then %' else update %' (mod % (length %')) (cos %'[0]) over $1 from %'') in tanh (dot %'' (mapReals sin %''')) + dot %''' %'''",
    20,
  ),
  ...form(
    16,
    'real -> real -> real',
    "let %''' = $1 in let rec % (%', %'') = if %' = 19 then %'' else % (%' + 1, update %'' %' (0.1 * (fold (%', %''') -> %''' + %''[%'] over range 0 %' from %'''))) in let % = % (1, build 19 (fun _ -> $2)) in %[18] * %[7]",
    20,
  ),
  ...form(
    6,
    'list int -> array real -> list (array real)',
    "snd (fold (%, (%', %'')) -> if length %' = 0 then (%', %'') else let %' = update %' (mod % (length %')) 0.5 in let %' = update %' 0 (sin %'[mod (% + 1) (length %')]) in (%', %' :: %'') over $1 from ($2, []))",
  ),
  ...form(
    6,
    'list int -> array int',
    "fold (%, %') -> update %' (mod % 17) (1 + %'[mod % 17]) over $1 from build 17 (fun % -> mod % 2)",
    20,
  ),
  ...form(
    8,
    'list int -> real -> real',
    "let %''' = $2 in snd (fold (%, (%', %'')) -> let % = mod % 17 in let %''' = update %' % (sin (fst %'[%] + %''), snd %'[%] + 1) in (%''', 0.5 * %'' + tanh (fst %'[mod (% + 5) 17]) * toReal (snd %'[mod (% + 3) 17])) over $1 from (build 17 (fun % -> (%''' * toReal %, %)), %'''))",
    20,
  ),
  ...form(
    6,
    'list int -> array real -> array real',
    "let %''' = $1 in grad (fun %'' -> let % = (fold (%, %') -> if length %' = 0 then %' else update %' (mod % (length %')) (sin (%'[0] * %''[mod (% + 1) (length %')])) over %''' from %'') in dot % (mapReals tanh %'')) $2",
    20,
    1,
  ),
  // Loops that update arrays with data in their items: any data, lists, rows.
  ...form(
    8,
    'list int -> (int -> a) -> (a -> a -> a) -> int -> a',
    "let %'' = $2 in let %''' = (fold (%, %') -> update %' (mod % 17) ($3 %'[mod (3 * %) 17] %'[mod (% + 1) 17]) over $1 from build 17 %'') in %'''[mod $4 17]",
  ),
  ...form(
    8,
    'list int -> real -> real',
    "let %''' = $2 in let %'' = (fold (%, %') -> let % = mod % 17 in update %' % (tanh (%''' + sum %'[mod (% + 5) 17]) :: %'[mod (2 * %) 17]) over $1 from build 17 (fun % -> [%''' * toReal %])) in tanh (sum (map sum %''))",
    1,
  ),
  ...form(
    8,
    'list int -> (real -> real) -> array real -> array (array real)',
    "let %''' = $3 in fold (%, %') -> let % = mod % 3 in let %'' = %'[mod (% + 1) 3] in update %' % (map (fun % -> tanh ($2 %)) (if length %'' > 2 then %'' else %''')) over $1 from build 3 (fun % -> mapReals (fun %' -> %' * toReal %) %''')",
  ),
  // Loops that update cells of a table, or of the rows of records.
  ...form(
    10,
    'list int -> (real -> real) -> real -> array (array real)',
    "let %''' = $3 in fold (%, %') -> let %'' = mod (3 * %) 4 in let % = mod % 5 in update %' % (update %'[%] %'' (tanh ($2 %'[mod (% + 2) 5][%''] - %'[%][mod (%'' + 1) 4]))) over $1 from build 5 (fun % -> build 4 (fun %' -> toReal (% * %') * %'''))",
  ),
  ...form(
    8,
    'list int -> array real -> int -> array real',
    "let %'' = $2 in let %''' = (fold (%, %') -> let % = mod % 3 in if length %'[%] = 0 then %' else if mod % 2 = 0 then update %' % (build 4 (fun _ -> %'[mod (% + 1) 3][0])) else update %' % (update %'[%] 0 (sin (sum %'[mod (% + 1) 3]))) over $1 from build 3 (fun % -> if % > 0 then mapReals cos %'' else %'')) in %'''[mod $3 3] ++ %''",
  ),
  ...form(
    6,
    'list int -> real -> real',
    "let %'' = $2 in let %''' = (fold (%, %') -> let % = mod % 5 in let (%'', %''') = %'[%] in update %' % (update %'' (mod (2 * %) 3) (tanh (%''[0] + sum %''')), %''[1] :: %''') over $1 from build 5 (fun % -> (build 3 (fun %' -> %'' * toReal (% + %')), [%'']))) in tanh (sum (map (fun (%, %') -> sum % * sum %') %'''))",
    1,
  ),
  // Loops that append to what they carry.
  ...form(
    12,
    'list int -> (real -> real) -> array real -> array real',
    "fold (%, %') -> if length %' = 0 then %' ++ [0.5] else %' ++ [tanh ($2 %'[mod % (length %')])] over $1 from $3",
  ),
  ...form(
    8,
    'list int -> (a -> a) -> a -> array a',
    "foldl (fun (%', %) -> %' ++ [$2 %'[mod % (length %')], %'[0]]) [$3] $1",
  ),
  ...form(
    6,
    'list int -> real -> real',
    "let %'' = $2 in let (%', %'') = foldl (fun ((%', %''), %) -> (%' ++ [%''[mod % (length %'')] + sum %'], %'' ++ [sin %'[length %' - 1]])) ([%''], [%'', 1]) $1 in tanh (sum %' + dot %'' %'')",
    1,
  ),
  ...form(8, 'list (int * real) -> array real', 'scatterAdd 3 (map (fun (%, x) -> (mod % 3, x)) $1)', 20),
  ...form(4, 'array (int * real) -> array real', 'scatterAdd 2 (map (fun (%, x) -> (mod % 2, x)) $1)', 20),
  ...form(3, '(real -> real) -> list real -> real', 'product (map (fun % -> tanh ($1 %)) $2)', 1),
  ...form(3, 'real -> list real -> real', 'mean ($1 :: $2)'),
  ...form(3, 'list real -> real', 'std (4 :: -4 :: $1) + variance (1 :: $1)', 40),
  ...form(3, 'list real -> real', 'logsumexp (0.5 :: $1) + nearMaximum (softmax (0.5 :: $1))', 9),
  ...form(2, 'real -> int', 'round (tanh $1)', 1),
  ...form(10, 'int -> array real', 'basis (1 + max $1 (-$1)) (max $1 (-$1))', 1),
  ...form(3, 'd -> real', 'norm (2.5, $1)', 20),
  ...form(2, 'real -> real -> real', 'crossEntropy (sigmoid $1) $2', 20),
  ...form(2, 'list (real * real) -> real', "let (%, %') = unzip ((1, 2) :: $1) in meanSquaredError % %'", 64),
  ...form(6, '(real -> real) -> d -> real', 'let % = $2 in dot % (mapReals $1 %)', 20),
  ...form(3, '(real -> real) -> real -> d -> real', 'let % = $3 in neuron % (mapReals $1 %, $2)', 1),
  ...form(4, '(real -> real) -> d -> d', 'let % = $2 in add % (mapReals $1 %)', 8),
  ...form(4, '(real * real -> real) -> (real -> real) -> d -> d', 'let % = $3 in zipReals $1 % (mapReals $2 %)'),
  ...form(4, 'real -> d -> d', 'let % = $2 in subtract % (scale $1 %)', 20),
  ...named(4, ['take', 'drop', 'slice', 'mapi', 'zipWith', 'sequenceLike', 'sortBy']),
  ...form(3, 'list real -> list real', 'listOrArray (fun % -> 0.5 :: %) (map sin) $1', 1),
  ...form(3, 'array real -> array real', 'listOrArray reverse (map cos) $1', 1),
  ...form(3, 'list real -> list real', "scan (fun (%, %') -> tanh (% + %')) 0.5 $1", 1),
  ...form(2, 'real -> real', 'iterate 2 sin (pi * $1)', 1),
  ...form(12, 'real -> array real', 'zeros 3 + linspace 0 (tanh $1) 3', 1),
  ...form(2, 'list real -> real', 'let % = map tanh (0.5 :: $1) in maximum % - minimum %', 2),
  ...form(2, 'list real -> int', 'argmax (0.5 :: $1) + argmin (0.5 :: $1)', 20),
  // Arithmetic on vectors.
  ...form(6, 'real -> array real -> array real', 'let % = $2 in (% + mapReals sin %) / 2 - $1 * %', 60),
  ...form(6, 'list real -> list real', 'let % = $1 in -% + 2 * mapReals cos %', 10),
  ...form(4, 'real -> real -> real * real', '0.5 * ($1, $2) - ($2, $1) / 3', 10),
  ...form(
    8,
    'array real -> real -> array real',
    'let % = $1 in matvec (build 2 (fun i -> scale (toReal i - $2) %)) %',
    60,
  ),
  ...form(80, '(int -> int -> real) -> array (array real)', 'transpose (build 2 (fun % -> build 3 ($1 %)))'),
  ...form(
    80,
    '(int -> int -> real) -> (int -> int -> real) -> array (array real)',
    'matmul (build 2 (fun % -> build 2 ($1 %))) (build 2 (fun % -> build 3 ($2 %)))',
    32,
  ),
  ...matrixForm(20, '-> array (array real)', "cholesky %''"),
  ...matrixForm(20, '-> array (array real)', "inverse %''", 2),
  ...matrixForm(3, '-> real', "logdet %''"),
  ...matrixForm(3, '-> int', "squareSize %'' + length (eliminate %'' [1, 2])"),
  ...form(2, 'real -> int -> real', 'checkPivot $2 (2 + sin $1)'),
  ...form(
    2,
    'int -> int',
    'let % = $1 in checkSide % (checkRow % (checkLength % (checkItems (1 + max % (-%)) - 1 - max % (-%) + %)))',
    4,
  ),
  ...matrixForm(4, '-> real -> real -> array real', "solveLinear %'' [$2, $3]", 10),
  ...matrixForm(4, '-> real -> real -> array real', "solveTriangular ($2 > 0) %'' [$2, $3]", 10),
  // Forms with pictures, which are data with functions inside.
  ...form(4, '(real -> real) -> real -> real', 'match Draw.curve $1 with Draw.Curve % -> % $2 | _ -> 0'),
  ...form(
    4,
    '(real * real -> real) -> real -> real',
    'match Draw.named "f" (Draw.contours 3 $1) with Draw.Named (_, Draw.Contours (_, %)) -> % ($2, 1) | _ -> 0',
  ),
  ...form(
    4,
    'real -> (real * real -> real) -> real * real -> real',
    'let % = [Draw.field $2, Draw.boundary $1 $2, Draw.groups ["a"] (Draw.points [($1, 1)])] in match %[1] with Draw.Boundary (_, %\') -> %\' $3 | _ -> 0',
  ),
  ...form(
    4,
    'real -> real -> int',
    'match picture [Draw.line [$1], Draw.arrows [($1, $2, 1, 2)], Draw.histogram [$1], Draw.heatmap [[$2]], Draw.bars [("a", $1)], Draw.texts [($1, $2, "t")], Draw.shades [$1] (Draw.points [[$1, $2]])] with Draw.Picture % -> mod (length %) 4',
  ),
  ...form(
    4,
    'real -> real -> int',
    'match picture [Draw.horizontal $1, Draw.vertical $2, Draw.title "t", Draw.xLabel "x", Draw.yLabel "y", Draw.xRange $1 $2, Draw.yRange $2 $1, Draw.xLog, Draw.yLog, Draw.square] with Draw.Picture % -> mod (length %) 4',
  ),
  // Forms with derivatives.
  ...form(
    4,
    '(d -> e) -> (real -> real) -> d -> d',
    "let % = $1 in let %' = $3 in rd % %' (mapReals $2 (% %'))",
    10,
    1,
  ),
  ...form(4, '(d -> e) -> real -> d -> e', 'let % = $3 in fd $1 % (scale $2 %)', 10, 1),
  ...form(4, '(d -> e) -> real -> d -> d', "let (%, %') = vjp $1 $3 in %' (scale $2 %)", 10, 1),
  ...form(20, '(d -> e) -> d -> e * e', 'let % = $2 in jvp $1 % (mapReals cos %)', 10, 1),
  ...form(4, '(d -> real) -> (real -> real) -> d -> d', 'let % = $3 in hvp $1 % (mapReals $2 %)', 10, 2),
  ...form(80, '(array real -> array real) -> array real -> array (array real)', 'jacobian $1 $2', 10, 1),
  ...form(80, '(array real -> real) -> array real -> array (array real)', 'hessian $1 $2', 10, 2),
  ...form(8, '(d -> e) -> d -> array d', 'jacobian $1 $2', 10, 1),
  ...form(8, '(d -> e) -> d -> array d', 'jacobianForward $1 $2', 10, 1),
  ...form(4, '(d -> real) -> d -> array d', 'hessian $1 $2', 10, 2),
  ...form(4, 'd -> array real', 'reals $1'),
  ...form(10, '(real -> real) -> real -> list real', 'taylor 1 $1 $2', 10, 1),
  ...form(10, '(real -> real) -> real -> list real', 'taylor 2 $1 $2', 10, 2),
  ...form(2, '(d -> real) -> d -> d', 'gradientDescent 0.1 2 $1 $2', 10, 1),
  ...form(2, '(d -> real) -> d -> d', 'momentum 0.1 0.5 2 $1 $2', 10, 1),
  ...form(2, '(real -> real) -> real -> real', 'findRoot 2 (fun % -> 3 * % - sin (tanh ($1 $2) * %) - 1) $2', 10, 1),
  ...form(1, 'd -> d', 'adam 0.1 2 (fun % -> dot % %) (mapReals (fun % -> 2 + sin %) $1)', 10, 1),
  ...form(1, 'd -> d', 'nesterov 0.1 0.5 2 (fun % -> dot % %) $1', 10, 1),
  ...form(1, 'd -> d', 'adaGrad 0.1 2 (fun % -> dot % %) (mapReals (fun % -> 2 + sin %) $1)', 10, 1),
  ...form(1, 'd -> d', 'rmsProp 0.1 0.9 2 (fun % -> dot % %) (mapReals (fun % -> 2 + sin %) $1)', 10, 1),
  ...form(
    1,
    '(real -> real) -> d -> d',
    "let % = $2 in snd (Step.momentum 0.1 0.5 (fun %' -> dot %' %') (%, mapReals $1 %))",
    10,
    1,
  ),
  ...form(
    1,
    '(real -> real) -> d -> d',
    "let % = $2 in fst (Step.nesterov 0.1 0.5 (fun %' -> dot %' %') (%, mapReals $1 %))",
    10,
    1,
  ),
  ...form(1, 'd -> d', 'snd (Step.adaGrad 0.1 (fun % -> dot % %) ($1, zeroLike $1))', 10, 1),
  ...form(1, 'd -> d', 'snd (Step.rmsProp 0.1 0.9 (fun % -> dot % %) ($1, zeroLike $1))', 10, 1),
  ...form(
    1,
    'd -> d',
    "let (_, %, _, _, _) = Step.adam 0.1 (fun %' -> dot %' %') ($1, zeroLike $1, zeroLike $1, 0.9, 0.999) in %",
    10,
    1,
  ),
  ...form(1, 'd -> d', 'newton 1 (fun % -> dot % %) $1', 4, 2),
  ...form(1, 'real -> d -> d', 'solve (scale (2 + sin $1)) $2'),
];
