import fc from 'fast-check';
import { choices } from '../../semantics/choices';

/*
 * Programs that change arrays while other names for them, or for their parts, are in use: loops and recursion that update
 * tables, rows, lists in arrays, variants and records, append to arrays, and pass them to functions that read or update
 * them.
 */

const KINDS = ['table', 'row', 'lists', 'known', 'pairs', 'state', 'growing', 'rows', 'number'] as const;
type Kind = (typeof KINDS)[number];

interface Name {
  readonly name: string;
  readonly kind: Kind;
}

const HEAD = `type Known = No | Yes real
input x : real = 0.7
input n : int = 4
let value k = match k with No -> 0.1 | Yes v -> v * v
let at (xs : array real) i = xs[mod i (length xs)]
let rowOf (xs : array (array real)) i = xs[mod i (length xs)]
let mid (lo : int) (hi : int) : int = lo + div (hi - lo) 2
let rec part (xs : array real) (lo : int) (hi : int) : real =
  if hi - lo < 2 then xs[lo] * toReal (lo + 1) else sin (part xs lo (mid lo hi) + 0.5 * part xs (mid lo hi) hi)
let rec partOfLists (a : array (list real)) (lo : int) (hi : int) : real =
  if hi - lo < 2 then tanh (sum a[lo]) else sin (partOfLists a lo (mid lo hi) + 0.5 * partOfLists a (mid lo hi) hi)
let rec partOfRows (t : array (array real)) (lo : int) (hi : int) : real =
  if hi - lo < 2 then part t[lo] 0 n else sin (partOfRows t lo (mid lo hi) + 0.5 * partOfRows t (mid lo hi) hi)
let rec put (xs : array real) (lo : int) (hi : int) (y : real) : array real =
  if hi - lo < 2 then update xs lo (0.3 * y + part xs 0 n)
  else let z = xs[lo] in put (put xs lo (mid lo hi) y) (mid lo hi) hi (cos (y * z + part xs lo hi))
let rec putRows (t : array (array real)) (lo : int) (hi : int) (y : real) : array (array real) =
  if hi - lo < 2 then update t lo (update t[lo] (mod (lo + 1) n) (0.3 * y + partOfRows t 0 n))
  else let z = part t[lo] 0 n in putRows (putRows t lo (mid lo hi) y) (mid lo hi) hi (cos (y * z))
let rec larger (xs : array real) (ys : array real) (lo : int) (hi : int) : array real =
  if hi - lo < 2 then (if xs[lo] > ys[lo] then xs else ys) else larger (larger xs ys lo (mid lo hi)) ys (mid lo hi) hi
`;

/** How a real of all parts of a value is computed. */
const TOTALS: Readonly<Record<Kind, (name: string) => string>> = {
  table: (t) => `sum (mapi (fun (i, r) -> sum (mapi (fun (j, z) -> z * toReal (1 + mod (i * 3 + j) 7)) r)) ${t})`,
  row: (r) => `sum (mapi (fun (i, z) -> z * toReal (i + 1)) ${r})`,
  lists: (a) => `sum (mapi (fun (i, l) -> tanh (sum l) * toReal (i + 1)) ${a})`,
  known: (a) => `sum (mapi (fun (i, k) -> value k * toReal (i + 1)) ${a})`,
  pairs: (p) => `sum (mapi (fun (i, (r, l)) -> tanh (sum l) * toReal (i + 1) + dot r r) ${p})`,
  state: (s) => `(${s}.c + ${TOTALS.table(`${s}.t`)} + ${TOTALS.row(`${s}.r`)})`,
  growing: (g) => TOTALS.row(g),
  rows: (g) => `sum (mapi (fun (i, r) -> r[0] + r[1] * toReal (i + 1)) ${g})`,
  number: (y) => y,
};

class Program {
  private readonly below: (count: number) => number;
  private names: Name[] = [];
  private indices: readonly string[] = ['0', '1'];
  private count = 0;

  constructor(seed: number) {
    this.below = choices(seed);
  }

  private fresh(): string {
    return `v${this.count++}`;
  }

  private of<T>(all: readonly T[], none: T): T {
    return all[this.below(all.length)] ?? none;
  }

  private is(share: number): boolean {
    return this.below(100) < 100 * share;
  }

  private text(...all: readonly (() => string)[]): string {
    return this.of(all, () => '0')();
  }

  private known(kind: Kind): readonly string[] {
    return this.names.flatMap((each) => (each.kind === kind ? [each.name] : []));
  }

  private index(): string {
    const one = this.of(this.indices, '0');
    return this.text(
      () => one,
      () => one,
      () => `mod (${one} * ${2 + this.below(3)} + ${this.below(3)}) n`,
      () => `(n - 1)`,
    ).replace(/^(mod.*)$/u, '($1)');
  }

  private condition(): string {
    return this.text(
      () => `mod ${this.of(this.indices, '0')} ${2 + this.below(2)} = ${this.below(2)}`,
      () => `${this.index()} < ${this.index()}`,
      () => `${this.real(0)} > 0.${1 + this.below(6)}`,
    );
  }

  /** A real that reads what there is. */
  private leaf(): string {
    const read: Readonly<Record<Kind, (name: string) => string>> = {
      table: (t) =>
        this.of(
          [`${t}[${this.index()}][${this.index()}]`, `(partOfRows ${t} 0 n)`, `(part ${t}[${this.index()}] 0 n)`],
          '0',
        ),
      row: (r) => this.of([`${r}[${this.index()}]`, `${r}[${this.index()}]`, `(part ${r} 0 n)`], '0'),
      lists: (a) => this.of([`(tanh (sum ${a}[${this.index()}]))`, `(partOfLists ${a} 0 n)`], '0'),
      known: (a) => `(value ${a}[${this.index()}])`,
      pairs: (p) =>
        this.of([`(fst ${p}[${this.index()}])[${this.index()}]`, `(tanh (sum (snd ${p}[${this.index()}])))`], '0'),
      state: (s) => this.of([`${s}.c`, `${s}.t[${this.index()}][${this.index()}]`, `${s}.r[${this.index()}]`], '0'),
      growing: (g) => this.of([`(at ${g} ${this.index()})`, `${g}[length ${g} - 1]`], '0'),
      rows: (g) =>
        this.of([`(tanh (at (rowOf ${g} ${this.index()}) ${this.index()}))`, `${g}[length ${g} - 1][0]`], '0'),
      number: (y) => y,
    };
    const all = this.names.map(
      ({ name, kind }) =>
        () =>
          read[kind](name),
    );
    return this.text(() => 'y', ...all, ...all);
  }

  private real(depth: number): string {
    if (depth <= 0) return this.leaf();
    const next = (): string => this.real(depth - 1);
    return this.text(
      () => this.leaf(),
      () => `(sin (${next()} + ${next()}))`,
      () => `(${next()} * ${next()})`,
      () => `(0.5 * ${next()} - 0.3 * ${next()})`,
      () => `(tanh (dot ${this.value('row', depth - 1)} ${this.value('row', depth - 1)}))`,
      () => `(if ${this.condition()} then ${next()} else ${next()})`,
      () => `(deriv (fun z -> sin (${next()} * z)) ${this.leaf()})`,
    );
  }

  private list(depth: number): string {
    const kept = [
      ...this.known('lists').map((a) => () => `${a}[${this.index()}]`),
      ...this.known('lists').map((a) => () => `(${this.real(depth)} :: take 3 ${a}[${this.index()}])`),
      ...this.known('pairs').map((p) => () => `(snd ${p}[${this.index()}])`),
    ];
    return this.text(
      () => '[]',
      () => `[${this.leaf()}]`,
      () => `(${this.real(depth)} :: [${this.leaf()}])`,
      ...kept,
      ...kept,
    );
  }

  private variant(depth: number): string {
    return this.text(
      () => 'No',
      () => `(Yes ${this.real(depth)})`,
      ...this.known('known').map((a) => () => `${a}[${this.index()}]`),
    );
  }

  /** Writes an expression that makes a new value. */
  private made(kind: Kind): string {
    const index = `q${this.count++}`;
    const before = this.indices;
    this.indices = [...before, index];
    const build = (item: string): string => `(build n (fun ${index} -> ${item}))`;
    const make: Readonly<Record<Kind, () => string>> = {
      table: () =>
        build(this.is(0.5) ? this.value('row', 0) : `build n (fun h -> sin (y + toReal (${index} * 2 + h)))`),
      row: () => build(`sin (${this.leaf()} + toReal ${index})`),
      lists: () => build(this.list(0)),
      known: () => build(this.variant(0)),
      pairs: () => build(`(${this.value('row', 0)}, ${this.list(0)})`),
      state: () => `{ t = ${this.value('table', 0)}, r = ${this.value('row', 0)}, c = ${this.leaf()} }`,
      growing: () => `[${this.leaf().replaceAll(index, '0')}, y]`,
      rows: () => `[${this.value('row', 0)}]`,
      number: () => this.real(1),
    };
    const text = kind === 'growing' || kind === 'number' ? this.outside(before, make[kind]) : make[kind]();
    this.indices = before;
    return kind === 'state' || kind === 'rows' ? text.replaceAll(new RegExp(`\\b${index}\\b`, 'gu'), '0') : text;
  }

  private outside(indices: readonly string[], make: () => string): string {
    this.indices = indices;
    return make();
  }

  private value(kind: Kind, depth: number): string {
    const known = this.known(kind);
    const parts: (() => string)[] = [];
    if (kind === 'row') {
      parts.push(
        ...this.known('table').map((t) => () => `${t}[${this.index()}]`),
        ...this.known('pairs').map((p) => () => `(fst ${p}[${this.index()}])`),
        ...this.known('state').map((s) => () => `${s}.r`),
        ...this.known('rows').map((g) => () => `(rowOf ${g} ${this.index()})`),
      );
    }
    if (kind === 'table') parts.push(...this.known('state').map((s) => () => `${s}.t`));
    const names = known.map((name) => () => name);
    if (depth <= 0) return parts.length + names.length === 0 ? this.made(kind) : this.text(...names, ...parts);
    const more: (() => string)[] = [];
    if (known.length > 0) {
      more.push(
        () => this.change(kind, depth - 1),
        () => this.change(kind, depth - 1),
        () => `(if ${this.condition()} then ${this.value(kind, depth - 1)} else ${this.value(kind, depth - 1)})`,
        () => this.loop(kind, depth - 1),
      );
    }
    if (kind === 'table' && known.length > 0) {
      more.push(
        () => `(transpose ${this.of(known, '')})`,
        () => `(build n (fun h -> ${this.of(known, '')}[mod (h + 1) n]))`,
      );
    }
    if (kind === 'row' && known.length > 0) {
      const one = (): string => this.of(known, '');
      more.push(
        () =>
          `(map tanh (grad (fun q -> let p = update q ${this.index()} (sin q[${this.index()}]) in dot p ${one()}) ${one()}))`,
      );
    }
    return this.text(() => this.made(kind), ...names, ...parts, ...more);
  }

  /** An inner loop that carries a value. */
  private loop(kind: Kind, depth: number): string {
    const [name, index] = [this.fresh(), `l${this.count++}`];
    const [names, indices] = [this.names, this.indices];
    const first = this.value(kind, 0);
    this.names = [...names, { name, kind }];
    this.indices = [...indices, `(mod ${index} n)`];
    const body = `${this.is(0.3) ? this.define() : ''}${this.change(kind, depth, name)}`;
    [this.names, this.indices] = [names, indices];
    return this.is(0.7)
      ? `(foldl (fun (${name}, ${index}) -> ${body}) ${first} (range 0 ${this.of(['n', '3'], 'n')}))`
      : `(fold (${index}, ${name}) -> ${body} over range 0 n from ${first})`;
  }

  /** A changed value. */
  private change(kind: Kind, depth: number, given?: string): string {
    const name = given ?? this.of(this.known(kind), '');
    if (name === '') return this.value(kind, depth);
    const [i, j] = [this.index(), this.index()];
    switch (kind) {
      case 'table':
        return this.text(
          () => `(update ${name} ${i} (update ${name}[${i}] ${j} ${this.real(depth)}))`,
          () => `(update ${name} ${i} (update ${name}[${i}] ${j} ${this.real(depth)}))`,
          () => `(update ${name} ${i} (update ${name}[${j}] ${j} ${this.real(depth)}))`,
          () => `(update ${name} ${i} ${this.value('row', depth)})`,
          () => `(putRows ${name} 0 n ${this.real(depth)})`,
          () => `(update (update ${name} ${i} ${name}[${j}]) ${j} ${name}[${i}])`,
        );
      case 'row':
        return this.text(
          () => `(update ${name} ${i} ${this.real(depth)})`,
          () => `(update ${name} ${i} ${this.real(depth)})`,
          () => `(put ${name} 0 n ${this.real(depth)})`,
          () => `(larger ${name} ${this.value('row', 0)} 0 n)`,
        );
      case 'lists':
        return `(update ${name} ${i} ${this.list(depth)})`;
      case 'known':
        return `(update ${name} ${i} ${this.variant(depth)})`;
      case 'pairs':
        return this.text(
          () =>
            `(let (q, l) = ${name}[${i}] in update ${name} ${i} (update q ${j} ${this.real(depth)}, ${this.leaf()} :: take 3 l))`,
          () => `(update ${name} ${i} (${this.value('row', depth)}, ${this.list(depth)}))`,
        );
      case 'state':
        return this.text(
          () =>
            `{ ${name} with t = update ${name}.t ${i} (update ${name}.t[${i}] ${j} ${this.real(depth)}), c = ${this.leaf()} }`,
          () => `{ ${name} with r = update ${name}.r ${i} ${this.real(depth)} }`,
          () => `{ ${name} with t = update ${name}.t ${i} ${name}.r, r = ${name}.t[${j}] }`,
        );
      case 'growing':
        return `(${name} ++ [${this.real(depth)}${this.is(0.3) ? `, ${this.leaf()}` : ''}])`;
      case 'rows':
        return `(${name} ++ [${this.value('row', depth)}])`;
      case 'number':
        return this.real(depth + 1);
    }
  }

  private define(): string {
    const kind = this.of([...this.names.map((each) => each.kind), 'row', 'number'] as const, 'row');
    const text = this.is(0.5) ? this.change(kind, 1) : this.value(kind, 2);
    const name = this.fresh();
    this.names.push({ name, kind });
    return `let ${name} = ${text} in `;
  }

  write(): string {
    const first: Name[] = [];
    let before = '';
    for (let left = 1 + this.below(3); left > 0; left--) {
      const kind = this.of(KINDS, 'table');
      const [name, text] = [this.fresh(), this.value(kind, 1)];
      before += `let ${name} = ${text} in `;
      first.push({ name, kind });
      this.names.push({ name, kind });
    }
    // The names from outside may be used inside.
    if (this.is(0.6)) this.names = [];
    const carried = first.map(({ kind }) => ({ name: this.fresh(), kind }));
    this.names.push(...carried);
    this.indices = ['i', 'j'];
    let round = '';
    for (let left = this.below(4); left > 0; left--) round += this.define();
    const results = carried.map(({ name, kind }) => {
      const own = this.known(kind);
      return this.text(
        () => this.change(kind, 1, this.of([name, ...own.slice(-1)], name)),
        () => this.of(own, name),
        () => this.value(kind, 2),
      );
    });
    const tuple = (all: readonly string[]): string => (all.length === 1 ? all.join() : `(${all.join(', ')})`);
    const names = tuple(carried.map(({ name }) => name));
    const start = tuple(first.map(({ name }) => name));
    const body = `let (i, j) = (mod k n, mod (3 * k + 1) n) in ${round}${tuple(results)}`;
    const open = `let ${names} = st in `;
    const rounds = this.of(['n', '2 * n', '3'], 'n');
    const loop = this.text(
      () => `foldl (fun (st, k) -> ${open}${body}) ${start} (range 0 (${rounds}))`,
      () => `fold (k, st) -> ${open}${body} over range 0 (${rounds}) from ${start}`,
      () => `let rec go (st, k) = if k > ${rounds} then st else ${open}go (${body}, k + 1) in go (${start}, 0)`,
      () =>
        `let rec go (k : int) = if k < 1 then ${start} else let st = go (k - 1) in ${open}${body} in go (${rounds})`,
      () =>
        `let rec go (k : int) z = if k < 1 then ${start} else let w = sin (z + y) in let st = go (k - 1) w in ${open}${body} in go (${rounds}) y`,
    );
    const shown = this.is(0.4) ? [...carried, ...first] : carried;
    const total = shown.map(({ name, kind }) => TOTALS[kind](name)).join(' + ');
    const run = `let run y = ${before}let ${names} = ${loop} in ${total}\n`;
    return `${HEAD}${run}${this.of(['run x', '(run x, deriv run x)'], 'run x')}\n`;
  }
}

/** Programs in which arrays have several names while they are changed. */
export const aliases: fc.Arbitrary<string> = fc.nat().map((seed) => new Program(seed).write());
