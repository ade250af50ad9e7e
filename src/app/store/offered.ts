import type { Introduced } from '../../notebook/course';

/** What the lesson view offers until it knows more. */
export const NOTHING: Introduced = { panels: [], engines: [] };
