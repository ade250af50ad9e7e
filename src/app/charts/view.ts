/** The position of a drawing in its box: drawing coordinate p is at k * p + (x, y), in CSS pixels. */
export interface View {
  readonly k: number;
  readonly x: number;
  readonly y: number;
}

export interface Room {
  readonly width: number;
  readonly height: number;
}

/** A part of a drawing, by its centre. */
export interface PartExtent extends Room {
  readonly x: number;
  readonly y: number;
}

/** Whether no part of the drawing is visible. */
export function isAway(drawing: Room, { k, x, y }: View, room: Room): boolean {
  return x > room.width || y > room.height || x + k * drawing.width < 0 || y + k * drawing.height < 0;
}

/** Whether the whole part is visible; for one larger than the view, its middle. */
export function isInView(part: PartExtent, { k, x, y }: View, room: Room): boolean {
  const halfWidth = Math.min((k * part.width) / 2, room.width / 2);
  const halfHeight = Math.min((k * part.height) / 2, room.height / 2);
  const atX = k * part.x + x;
  const atY = k * part.y + y;
  return (
    atX - halfWidth >= -1 &&
    atX + halfWidth <= room.width + 1 &&
    atY - halfHeight >= -1 &&
    atY + halfHeight <= room.height + 1
  );
}
