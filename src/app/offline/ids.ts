/** Ids of the elements in which an exported page carries the state and the text of the engine. */
export const STATE_ID = 'state';
export const ENGINE_ID = 'engine';

/** Id of the element of a code cell, by the cell's id. */
export const cellElementId = (id: number): string => `cell-${id}`;
