import { constructorsOf } from '../language/core/constructors';
import { itemTerms, walk } from '../language/core/traverse';
import { showType } from '../language/types/print';
import { sameType, typeParts } from '../language/types/structure';
import { DELTA, type Type } from '../language/types/type';
import type { Span } from '../language/source/span';
import type { CoreData, Term, VariantDeclaration } from '../language/core/tree';
import { engineName, type AnyEngineId, type Fragment, type Main } from './engine';
import { error } from '../language/source/diagnostic';

/**
 * Returns whether `translate.ts` and the wrappers support a program. They support everything but derivatives, the
 * module Delta, and points and results that contain functions. The reason names the first unsupported construct in the
 * text. An engine that takes derivatives inside the program says so.
 */
export function fragmentOf(main: Main, engine: AnyEngineId, takesDerivatives = false): Fragment {
  const holdsFunction = reaching(main.variants, ({ tag }) => tag === 'function');
  const isOfDelta = reaching(
    main.variants,
    (type) => type.tag === 'monad' || type.tag === 'deltaMap' || sameType(type, DELTA),
  );
  for (const { label, type, origin } of main.parameters) {
    if (isOfDelta(type)) return outside(engine, origin, `${label} has type ${showType(type)}`, OUTPUT);
    if (holdsFunction(type)) return outside(engine, origin, `${label} has type ${showType(type)}`, FUNCTIONS);
  }
  if (holdsFunction(main.target)) {
    return outside(engine, main.body.origin, `the result has type ${showType(main.target)}`, FUNCTIONS);
  }
  const data = takesDerivatives ? undefined : main.definitions.find(({ tag }) => tag === 'data');
  if (data?.tag === 'data') return tooLarge(engine, data);
  const found: { readonly term: Term; readonly reason: readonly [string, string] }[] = [];
  const visit = (root: Term): void => {
    walk(root, {
      enter: (term) => {
        if (takesDerivatives && term.tag === 'derivative') return;
        const reason = found.length === 0 ? reasonAgainst(term, engine, isOfDelta) : undefined;
        if (reason !== undefined) found.push({ term, reason });
      },
    });
  };
  for (const item of main.definitions) itemTerms(item).forEach(visit);
  visit(main.body);
  const [first] = found;
  return first === undefined ? { tag: 'inside' } : outside(engine, first.term.origin, ...first.reason);
}

/**
 * Returns a function that tells whether a type contains one for which `is` holds, including the payloads of its
 * constructors.
 */
function reaching(variants: readonly VariantDeclaration[], is: (type: Type) => boolean): (type: Type) => boolean {
  const answers = new Map<Type, boolean>();
  const reaches = (type: Type, seen: Type[]): boolean => {
    if (is(type)) return true;
    if (type.tag !== 'named') return typeParts(type).some((part) => reaches(part, seen));
    if (seen.some((other) => sameType(other, type))) return false;
    seen.push(type);
    const constructors = constructorsOf(type, variants) ?? [];
    return constructors.some(({ payload }) => payload !== undefined && reaches(payload, seen));
  };
  return (type) => {
    const known = answers.get(type) ?? reaches(type, []);
    answers.set(type, known);
    return known;
  };
}

/** Returns the problem and the hint for a term outside the fragment. */
function reasonAgainst(
  term: Term,
  engine: AnyEngineId,
  isOfDelta: (type: Type) => boolean,
): readonly [string, string] | undefined {
  if (term.tag === 'derivative') {
    return [
      `it uses \`${term.sugar ?? term.operator}\``,
      `${engineName(engine)} cannot translate derivatives; differentiate the trace of the program instead`,
    ];
  }
  if (!isOfDelta(term.type)) {
    const isDelta = term.tag === 'intrinsic' && term.intrinsic.startsWith('Delta.');
    return isDelta ? [`it uses \`${term.intrinsic}\``, OUTPUT] : undefined;
  }
  switch (term.tag) {
    case 'intrinsic':
      return [`it uses \`${term.intrinsic}\``, OUTPUT];
    case 'construct':
      return [`it uses \`${term.constructorName}\``, OUTPUT];
    case 'pure':
    case 'bind':
      return ['this expression is an action of Delta.M', OUTPUT];
    default:
      return [`this expression has type ${showType(term.type)}`, OUTPUT];
  }
}

/** Returns that an engine, which works on terms, does not take a value that is too large to be one. */
export function tooLarge(engine: AnyEngineId, { name, label = name, origin }: CoreData): Outside {
  const hint = 'use `trace-anf` for this program, or give it less data';
  return outside(engine, origin, `the data \`${label}\` is too large to write as a term`, hint);
}

const FUNCTIONS = 'functions have no tangents: use inputs and a result that contain no functions';

const OUTPUT = 'translations use the module Delta themselves, so a program that uses Delta cannot be translated';

type Outside = Extract<Fragment, { tag: 'outside' }>;

/** Returns that an engine does not support a program, because of a construct at a place. */
export function outside(engine: AnyEngineId, span: Span, construct: string, hint: string): Outside {
  const message = `the engine ${engineName(engine)} does not support this program: ${construct}`;
  return { tag: 'outside', reason: error('unsupported', span, message, { hint }) };
}
