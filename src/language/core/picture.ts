import { functionType, INT, MARK, PICTURE, product, REAL, sequenceType, STRING, type Type } from '../types/type';
import type { VariantDeclaration } from './tree';

const array = (item: Type): Type => sequenceType('array', item);
const PLANE = functionType(product([REAL, REAL]), REAL);

/**
 * What pictures are made of. Functions of the prelude make the marks: `Draw.points`, `Draw.curve`. The page draws them; to
 * the language they are data. The types are declared in every program, so no program lists them among its `variants`.
 */
const MARK_DECLARATION: VariantDeclaration = {
  type: MARK,
  constructors: [
    // What is drawn, of ROWS, and the numbers of each item: places, arrows, the heights of a histogram, rows of a matrix.
    { name: 'Draw.Rows', payload: product([STRING, array(array(REAL))]) },
    { name: 'Draw.Texts', payload: array(product([REAL, REAL, STRING])) },
    { name: 'Draw.Bars', payload: array(product([STRING, REAL])) },
    { name: 'Draw.Curve', payload: functionType(REAL, REAL) },
    { name: 'Draw.Field', payload: PLANE },
    { name: 'Draw.Contours', payload: product([INT, PLANE]) },
    { name: 'Draw.Boundary', payload: product([REAL, PLANE]) },
    // The same mark, its items coloured by group or by number, or named in the legend.
    { name: 'Draw.Grouped', payload: product([array(STRING), MARK]) },
    { name: 'Draw.Shaded', payload: product([array(REAL), MARK]) },
    { name: 'Draw.Named', payload: product([STRING, MARK]) },
    // One of SETTINGS, of the whole picture.
    { name: 'Draw.Setting', payload: product([STRING, STRING]) },
    { name: 'Draw.Range', payload: product([STRING, REAL, REAL]) },
  ],
};

const PICTURE_DECLARATION: VariantDeclaration = {
  type: PICTURE,
  constructors: [{ name: 'Draw.Picture', payload: array(MARK) }],
};

/** The types of pictures. They hold reals and functions, so translations have copies of them. */
export const PICTURE_VARIANTS: readonly VariantDeclaration[] = [MARK_DECLARATION, PICTURE_DECLARATION];
