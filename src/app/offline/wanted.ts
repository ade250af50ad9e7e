import type { ProductName } from '../../protocol/messages';

/** Stands in the place of `workers/wanted.ts` in the script of an exported page: every cell shows its derivatives. */
export function wantedOf(): readonly ProductName[] {
  return ['value', 'gradient'];
}
