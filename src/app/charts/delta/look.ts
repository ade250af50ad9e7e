import type { DeltaKind } from '../../../protocol/messages';

/** The roles of a drawn node, in the order in which their looks override each other. */
export type NodeRole =
  | DeltaKind
  | 'join'
  | 'box'
  | 'unused'
  | 'result'
  | 'wrapper'
  | 'visited'
  | 'visiting'
  | 'trail'
  | 'lost'
  | 'lit'
  | 'selected';

/** A colour of tokens.css. */
export type DeltaColour =
  | 'paper'
  | 'paper-raised'
  | 'ink'
  | 'ink-soft'
  | 'rule-strong'
  | 'structure'
  | 'primal'
  | 'primal-wash'
  | 'cotangent'
  | 'cotangent-wash'
  | 'highlight'
  | 'focus-ring';

/** A colour in which texts are written. */
export type TextColour = Extract<DeltaColour, 'ink' | 'structure' | 'primal' | 'cotangent'>;

export interface NodeLook {
  readonly fill: DeltaColour;
  readonly stroke: DeltaColour;
  /** The width of the border, in units of the drawing. */
  readonly width: number;
  readonly dashed: boolean;
  readonly opacity: number;
}

const PLAIN: NodeLook = { fill: 'paper', stroke: 'rule-strong', width: 1.25, dashed: false, opacity: 1 };

/** The changes that each role makes. */
export const LOOKS: Readonly<Record<NodeRole, Partial<NodeLook>>> = {
  input: { fill: 'primal-wash', stroke: 'primal', width: 1.5 },
  binding: { fill: 'paper-raised', stroke: 'ink-soft' },
  zero: {},
  scale: {},
  add: {},
  fold: { fill: 'paper' },
  join: { fill: 'rule-strong', width: 0 },
  box: { fill: 'paper', width: 2.5 },
  unused: { opacity: 0.5 },
  result: { width: 2.5 },
  wrapper: { dashed: true },
  visited: { stroke: 'cotangent' },
  visiting: { fill: 'cotangent-wash', stroke: 'cotangent', width: 3 },
  trail: { stroke: 'cotangent', width: 2.25 },
  lost: { fill: 'cotangent-wash', stroke: 'cotangent', width: 4 },
  lit: { fill: 'highlight' },
  selected: { stroke: 'focus-ring', width: 3 },
};

/** Dash and gap of a dashed border. */
export const DASHES = [4, 3] as const;

/** The look of a node with these roles. */
export function nodeLook(roles: readonly NodeRole[]): NodeLook {
  let { fill, stroke, width, dashed, opacity } = PLAIN;
  for (const role of roles) {
    const look = LOOKS[role];
    fill = look.fill ?? fill;
    stroke = look.stroke ?? stroke;
    width = look.width ?? width;
    dashed = look.dashed ?? dashed;
    opacity = look.opacity ?? opacity;
  }
  return { fill, stroke, width, dashed, opacity };
}

/** `name`: of an input or a binding. `operator`: Scale, Add, Zero. `code`: numbers, cards and boxes. */
export type NodeFont = 'name' | 'operator' | 'code';

/** The colours and fonts that a drawing is made with. */
export interface DeltaPalette {
  readonly colours: Readonly<Record<DeltaColour, string>>;
  /** As CSS and canvases take them, with sizes. */
  readonly fonts: Readonly<Record<NodeFont, string>>;
  readonly families: readonly string[];
}

/** The palette of these colours and font families. */
export function paletteOf(
  colour: (name: DeltaColour) => string,
  family: (name: 'code' | 'prose' | 'ui') => string,
): DeltaPalette {
  const [code, prose, ui] = [family('code'), family('prose'), family('ui')];
  return {
    colours: {
      paper: colour('paper'),
      'paper-raised': colour('paper-raised'),
      ink: colour('ink'),
      'ink-soft': colour('ink-soft'),
      'rule-strong': colour('rule-strong'),
      structure: colour('structure'),
      primal: colour('primal'),
      'primal-wash': colour('primal-wash'),
      cotangent: colour('cotangent'),
      'cotangent-wash': colour('cotangent-wash'),
      highlight: colour('highlight'),
      'focus-ring': colour('focus-ring'),
    },
    fonts: { name: `italic 600 19px ${prose}`, operator: `15px ${ui}`, code: `14px ${code}` },
    families: [code, prose, ui],
  };
}
