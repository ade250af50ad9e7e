import { visit } from '../ir/blocks';
import { isArray } from '../ir/roots';
import type { ArrayLayout, Kind } from '../ir/kind';
import type { Block, Variable } from '../ir/tree';
import { releaseFunction } from './allocation';
import type { Code } from './code';
import { bytesOf, COPY, copyBound, copyItems } from './copy';
import { callWalk } from './walk';
import type { Writer } from './writer';

/**
 * Prepares a loop to free the data of its rounds. Data that was there before the loop never refers to newer data, but for
 * arrays that are updated in place, and those are parameters of each loop that updates them. So what has been made since the
 * loop began is in use only if a parameter leads to it. When there is much of it, what the parameters lead to is copied behind it and moved
 * down. The items of arrays that were there before are copied likewise, and written back.
 */
export function forgetting(
  writer: Writer,
  blocks: readonly Block[],
  parameters: readonly Variable[],
): { readonly each: () => void; readonly end: () => void } {
  const { code } = writer;
  const { runtime } = writer.around;
  const { garbage } = runtime.limits;
  const updated = updatedIn(blocks);
  const [base, most] = [code.local('i32'), code.local('i32')];
  writer.once(blocks, () => {
    code.op('global.get', runtime.top).set(base);
    code.get(base).i32(garbage).op('i32.add').set(most);
  });
  const each = (): void => {
    code.op('global.get', runtime.top).get(most).op('i32.gt_u');
    code.when(() => {
      const [from, bound, size] = [code.local('i32'), code.local('i32'), code.local('i32')];
      const data = parameters.flatMap((parameter) => {
        const { kind } = parameter;
        return typeof kind === 'object' ? [{ place: writer.placeOf(parameter), kind, moved: code.local('i32') }] : [];
      });
      code.op('global.get', runtime.top).set(from);
      code.get(base).op('call', copyBound(runtime)).set(bound);
      const isOlder = (place: number): Code => code.get(place).get(base).op('i32.lt_u');
      for (const { place, kind, moved } of data) {
        const copy = (write: () => void): void => {
          code.get(place).get(base).get(from).get(base).op('i32.sub').get(bound);
          write();
          code.set(moved);
        };
        const whole = (): void => {
          copy(() => {
            callWalk(code, runtime, COPY, kind);
          });
        };
        if (isUpdated(kind, updated)) {
          isOlder(place).when(() => {
            copy(() => code.op('call', copyItems(runtime, kind)));
          }, whole);
        } else whole();
      }
      code.op('global.get', runtime.top).get(from).op('i32.sub').set(size);
      // Data that shares its parts becomes larger: then it stays.
      code.op('global.get', runtime.top).get(bound).op('i32.le_u');
      code.when(
        () => {
          writer.resumable?.dropFrame();
          code.get(base).op('call', releaseFunction(runtime));
          code.get(base).get(from).get(size).op('memory.copy');
          code.get(base).get(size).op('i32.add').op('global.set', runtime.top);
          for (const { place, kind, moved } of data) {
            const take = (): void => {
              code.get(moved).set(place);
            };
            if (isUpdated(kind, updated)) {
              isOlder(place).when(() => {
                code.get(place).get(moved);
                bytesOf(code, kind, place);
                code.op('memory.copy');
              }, take);
            } else take();
          }
          code.get(base).get(size).i32(2).op('i32.shl').op('i32.add').i32(garbage).op('i32.add').set(most);
        },
        () => {
          code.get(from).op('call', releaseFunction(runtime));
          code.get(from).get(from).get(base).op('i32.sub').op('i32.add').i32(garbage).op('i32.add').set(most);
        },
      );
      for (const local of [from, bound, size, ...data.map(({ moved }) => moved)]) code.release(local);
    });
  };
  const end = (): void => {
    for (const local of [base, most]) code.release(local);
  };
  return { each, end };
}

/** Returns the layouts of the arrays with data in their items that blocks update in place. */
function updatedIn(blocks: readonly Block[]): ReadonlySet<Kind> {
  const found = new Set<Kind>();
  for (const block of blocks) {
    visit(block, (each) => {
      const arrays =
        each.tag === 'update'
          ? [each.array]
          : each.tag === 'call'
            ? (each.updates ?? []).flatMap(({ argument }) => each.arguments[argument] ?? [])
            : [];
      for (const { kind } of arrays) {
        if (isArray(kind) && kind.item.some((part) => typeof part === 'object')) found.add(kind);
      }
    });
  }
  return found;
}

function isUpdated(kind: Kind, updated: ReadonlySet<Kind>): kind is ArrayLayout {
  return updated.has(kind);
}
