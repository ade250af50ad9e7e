/**
 * The dual-number translation of Krawiec et al., "Provably correct, asymptotically efficient, higher-order reverse-mode
 * automatic differentiation" (POPL 2022), Figures 3 and 9, for any `Rules`. If Γ ⊢ e : A then D{Γ} ⊢ D{e} : M D{A}.
 *
 *   D{x}                                     = pure x
 *   D{fun x -> e}                            = pure (fun x -> D{e})
 *   D{e1 e2}                                 = do { f <- D{e1}; x <- D{e2}; f x }
 *   D{let x = e1 in e2}                      = do { x <- D{e1}; D{e2} }
 *   D{C e}                                   = do { x <- D{e}; pure (C x) }              (inl, inr; any constructor)
 *   D{match e0 with C x -> e1 ...}           = do { x <- D{e0}; match x with C x -> D{e1} ... }
 *   D{(e1, e2)}                              = do { x <- D{e1}; y <- D{e2}; pure (x, y) }
 *   D{e.1}                                   = do { x <- D{e}; pure x.1 }
 *   D{k}, D{r}                               = pure k, pure (r, zero)
 *   D{op}                                    : the rules', in `operations.ts`
 *   D{index (e1, e2)}                        = do { x <- D{e1}; i <- D{e2}; pure (index (x, i)) }             (10.2)
 *   D{build (e1, e2)}                        = do { n <- D{e1}; f <- D{e2}; sequence (build (n, f)) }
 *   D{fold (x, a) -> e over e1 from e2}      = do { s <- D{e1}; z <- D{e2};
 *                                                   fold (x, m) -> do { a <- m; D{e} } over s from pure z }
 *
 * and by the same homomorphism (10.3): records, `if`, `let rec`, list and array literals, lengths, concatenation, `toArray` and `update`;
 * `watch` is what it watches, and a failure fails.
 * Figure 3 is the same with no M: `pure x` is x, and `do { x <- e1; e2 }` is `let x = e1 in e2`.
 *
 * Ours: terms are translated into do blocks (`block.ts`), so the laws of the monad are applied as we go, which changes no
 * tangent; a real variable x becomes the two variables (x, dx); a function literal that is applied is a let.
 * Chains of lets take no stack, so an A-normal trace of any length can be translated.
 */
import * as core from '../../language/core/builders';
import { operationRow } from '../../language/operations/table';
import { assertNever, internalError } from '../../language/source/internal-error';
import type { Fold, IntrinsicTerm, Lambda, LetRec, Match, Pattern, Term } from '../../language/core/tree';
import { isTotal, value, type DoBlock, type Result } from './do-block';
import { closeBlock } from './close';
import { bindValue, nameResult, nameValue, translatePattern, translateVariable } from './context';
import type { Translation } from './rules';
import { operationArgument, translateOperation } from './operations';

/** D{term}: an action. */
export function translateTerm(translation: Translation, term: Term): Term {
  const block: DoBlock = [];
  return closeBlock(translation.rules.monad, block, translateInto(translation, term, block));
}

/**
 * D{term}: adds its statements to `block`. `name` is the variable that the value will be bound to, if it is a real;
 * operations give their primal this name.
 */
export function translateInto(translation: Translation, root: Term, block: DoBlock, name?: string): Result {
  let term = root;
  for (;;) {
    switch (term.tag) {
      case 'let':
        bindTranslated(translation, term.pattern, term.value, block);
        term = term.body;
        continue;
      case 'letrec':
        block.push({ tag: 'letrec', functions: translateFunctions(translation, term), origin: term.origin });
        term = term.body;
        continue;
      case 'apply':
        if (term.function.tag !== 'lambda') return translateOther(translation, term, block, name);
        bindTranslated(translation, term.function.parameter, term.argument, block);
        term = term.function.body;
        continue;
      case 'watch': {
        nameValue(translation, operand(translation, term.name, block), block);
        term = term.value;
        continue;
      }
      default:
        return translateOther(translation, term, block, name);
    }
  }
}

function translateOther(translation: Translation, term: Term, block: DoBlock, name: string | undefined): Result {
  const { origin } = term;
  const { rules, types } = translation;
  const { monad } = rules;
  switch (term.tag) {
    case 'variable':
      return value(translateVariable(translation, term));
    case 'lambda':
      return value(translateLambda(translation, term));
    case 'apply': {
      const [callee, argument] = operands(translation, [term.function, term.argument], block);
      return monad.result(core.apply(callee, argument, origin));
    }
    case 'construct': {
      const payload = term.payload === undefined ? undefined : operand(translation, term.payload, block);
      const constructorName = types.constructorName(term.type, term.constructorName);
      return value(core.construct(constructorName, payload, types.type(term.type), origin));
    }
    case 'match':
      return translateMatch(translation, term, block);
    case 'if': {
      const condition = operand(translation, term.condition, block);
      const branch = (side: Term): { readonly block: DoBlock; readonly result: Result } => {
        const own: DoBlock = [];
        return { block: own, result: translateInto(translation, side, own) };
      };
      const consequent = branch(term.consequent);
      const alternative = branch(term.alternative);
      if (isLeaf(term) && isPlain(consequent) && isPlain(alternative)) {
        return value(core.if_(condition, consequent.result.term, alternative.result.term, origin));
      }
      return monad.result(
        core.if_(
          condition,
          closeBlock(monad, consequent.block, consequent.result),
          closeBlock(monad, alternative.block, alternative.result),
          origin,
        ),
      );
    }
    case 'tuple':
      return value(core.tuple(operands(translation, term.items, block), origin));
    case 'projection': {
      const tuple = operand(translation, term.tuple, block);
      const item = tuple.tag === 'tuple' && isTotal(tuple) ? tuple.items[term.index] : undefined;
      return value(item ?? core.projection(tuple, term.index, origin));
    }
    case 'record': {
      const values = operands(
        translation,
        term.fields.map((field) => field.value),
        block,
      );
      const fields = term.fields.map((field, i) => ({
        name: field.name,
        value: values[i] ?? internalError('a record lost a field'),
      }));
      return value(core.record(fields, origin));
    }
    case 'field':
      return value(core.field(operand(translation, term.record, block), term.name, origin));
    case 'literal':
      if (term.type.tag !== 'real') return value(term);
      return value(rules.constant(term));
    case 'operation': {
      const row = operationRow(term.operation);
      const values = operands(translation, term.arguments, block, (argument, own, i) =>
        operationArgument(translation, row, i, argument, own),
      );
      return value(translateOperation(translation, term, values, block, name));
    }
    case 'intrinsic':
      return translateIntrinsic(translation, term, block);
    case 'let':
    case 'letrec':
    case 'watch':
      return translateInto(translation, term, block, name);
    case 'fail':
      return monad.result({ ...term, type: monad.type(types.type(term.type)) });
    case 'sequence':
      return value({ ...term, items: operands(translation, term.items, block), type: types.type(term.type) });
    case 'fold':
      return translateFold(translation, term, block);
    case 'derivative':
    case 'pure':
    case 'bind':
      return outside(term.tag);
    default:
      return assertNever(term);
  }
}

/** `fragmentOf` refuses such programs, so this is an internal error. */
function outside(construct: string): never {
  return internalError(`D{${construct}} is not defined`);
}

function translateIntrinsic(translation: Translation, term: IntrinsicTerm, block: DoBlock): Result {
  const { intrinsic, origin } = term;
  const { monad } = translation.rules;
  switch (intrinsic) {
    case 'length':
    case 'index':
    case 'append':
    case 'toArray':
    case 'update':
      return value(core.intrinsic(intrinsic, operands(translation, term.arguments, block), origin));
    case 'build': {
      const actions = core.intrinsic('build', operands(translation, term.arguments, block), origin);
      return monad.result(monad.sequence(actions, origin));
    }
    default:
      return outside(intrinsic);
  }
}

function translateFold(translation: Translation, term: Fold, block: DoBlock): Result {
  const { monad } = translation.rules;
  const { origin } = term;
  const [sequence, start] = operands(translation, [term.sequence, term.start], block);
  const item = translatePattern(translation, term.item);
  const own: DoBlock = [];
  const accumulator = monad.accumulator(translation, translatePattern(translation, term.accumulator), own);
  const body = closeBlock(monad, own, translateInto(translation, term.body, own));
  return monad.result(core.fold(item, accumulator, body, sequence, monad.pure(start, start.origin), origin));
}

function translateLambda(translation: Translation, term: Lambda): Lambda {
  const parameter = translatePattern(translation, term.parameter);
  return core.lambda(parameter, translateTerm(translation, term.body), term.origin);
}

export function translateFunctions(translation: Translation, term: Pick<LetRec, 'functions'>): LetRec['functions'] {
  return term.functions.map((item) => ({ ...item, function: translateLambda(translation, item.function) }));
}

function translateMatch(translation: Translation, term: Match, block: DoBlock): Result {
  const scrutinee = operand(translation, term.scrutinee, block);
  const arms = term.arms.map(({ constructorName, payload, body }) => ({
    constructorName: translation.types.constructorName(term.scrutinee.type, constructorName),
    payload: payload && translatePattern(translation, payload),
    body: translateTerm(translation, body),
  }));
  const otherwise = term.otherwise && translateTerm(translation, term.otherwise);
  return translation.rules.monad.result(core.match(scrutinee, arms, otherwise, term.origin));
}

/**
 * The law `if c then pure a else pure b = pure (if c then a else b)` is used only for leaves: `&&`, `||` and the like.
 */
function isLeaf(term: Term): boolean {
  return term.type.tag === 'bool' || term.type.tag === 'int' || term.type.tag === 'string';
}

function isPlain(branch: { readonly block: DoBlock; readonly result: Result }): boolean {
  return branch.block.length === 0 && branch.result.tag === 'value';
}

/** do { pattern <- D{term}; ... } */
export function bindTranslated(translation: Translation, pattern: Pattern, term: Term, block: DoBlock): void {
  const name = pattern.tag === 'variable' && pattern.type.tag === 'real' ? pattern.name : undefined;
  const result = translateInto(translation, term, block, name);
  if (result.tag === 'action') {
    const bound = translatePattern(translation, pattern);
    block.push({ tag: 'bind', pattern: bound, action: result.term, origin: pattern.origin });
  } else {
    bindValue(translation, pattern, result.term, block);
  }
}

/** Returns D{term} as a value that the next statement or the result may use once. */
function operand(translation: Translation, term: Term, block: DoBlock): Term {
  const result = translateInto(translation, term, block);
  return result.tag === 'value' ? result.term : nameResult(translation, result.term, term, block);
}

/**
 * Translates several operands, left to right. A value that could fail or take time gets a name if statements of a later
 * operand follow it.
 */
function operands<const T extends readonly Term[]>(
  translation: Translation,
  terms: T,
  block: DoBlock,
  finish?: (value: Term, block: DoBlock, index: number) => Term,
): { [I in keyof T]: Term } {
  const parts = terms.map((term, i) => {
    const own: DoBlock = i === 0 ? block : [];
    const plain = operand(translation, term, own);
    return { own, term: finish === undefined ? plain : finish(plain, own, i) };
  });
  const last = parts.findLastIndex(({ own }, i) => i > 0 && own.length > 0);
  const values = parts.map((part, i) =>
    i < last && !isTotal(part.term) ? nameValue(translation, part.term, part.own) : part.term,
  );
  for (const { own } of parts.slice(1)) for (const statement of own) block.push(statement);
  // There is one value per term, in order.
  return values as { [I in keyof T]: Term };
}
