import { describe, expect, it } from 'vitest';
import { layout } from '../../../services/layout-service';
import { productAndSine } from './example';
import { layoutRequest, placementOf } from './geometry';
import { drawnGraph } from './graph';
import { restingState } from './state';
import { deltaTikz, fitsTikz, texEscaped } from './tikz';
import { sweepOf } from './sweep';

const payload = productAndSine(1.5, -2);
const graph = drawnGraph(payload, 'paper');
const placement = placementOf(layout(layoutRequest(graph, 'right', 1)), 'right', layoutRequest(graph, 'right', 1));
const text = deltaTikz({ graph, placement }, restingState(payload, sweepOf(payload)));

describe('the TikZ picture', () => {
  it('is a document of its own with a node for each that is drawn and a line for each edge', () => {
    expect(text).toMatch(/^\\documentclass\[tikz,border=6pt\]\{standalone\}\n/);
    expect(text.endsWith('\\end{tikzpicture}\n\\end{document}\n')).toBe(true);
    expect(text.match(/\\node\[delta node/g)).toHaveLength(graph.count);
    const edges = graph.operands.reduce((count, operand) => count + (operand >= 0 ? 1 : 0), 0);
    expect((text.match(/\\draw\[delta edge\]/g) ?? []).length).toBeGreaterThanOrEqual(edges);
  });

  it('closes every brace, and ends every statement', () => {
    let depth = 0;
    for (const letter of text.replace(/\\[{}]/g, '')) {
      if (letter === '{') depth++;
      if (letter === '}') depth--;
      expect(depth).toBeGreaterThanOrEqual(0);
    }
    expect(depth).toBe(0);
    const body = text.slice(text.indexOf('\n]\n') + 3, text.indexOf('\\end{tikzpicture}')).trim();
    for (const line of body.split('\n')) expect(line).toMatch(/^ *\\(node|draw|fill)\[.*;$/);
  });

  it('has the numbers of the graph, and y upwards', () => {
    expect(text).toContain('{\\ensuremath{-}2}');
    expect(text).toMatch(/at \(\d+(\.\d+)?,-\d+(\.\d+)?\)/);
    expect(text).not.toContain('NaN');
  });

  it('escapes whatever a name can hold', () => {
    expect(texEscaped('a_1 & 50% #2 {x} $ ^ ~ \\')).toBe(
      'a\\_1 \\& 50\\% \\#2 \\{x\\} \\$ \\textasciicircum{} \\textasciitilde{} \\textbackslash{}',
    );
    expect(texEscaped('λ·−∞ω')).toBe(
      '\\ensuremath{\\lambda}\\ensuremath{\\cdot}\\ensuremath{-}\\ensuremath{\\infty}\\ensuremath{\\omega}',
    );
    expect(texEscaped('日')).toBe('U+65E5');
  });

  it('is not made of what TeX cannot take', () => {
    expect(fitsTikz(graph, placement)).toBe(true);
    expect(fitsTikz(graph, { ...placement, width: 30_000 })).toBe(false);
  });
});
