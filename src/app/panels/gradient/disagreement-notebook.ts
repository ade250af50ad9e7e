import type { DisagreementReply } from '../../../protocol/disagreement';

type Found = Extract<DisagreementReply, { readonly state: 'ok' }>;

/** The Markdown of a notebook that reproduces a disagreement. */
export function disagreementNotebook({ text, answers }: Pick<Found, 'text' | 'answers'>): string {
  return `---
title: Engines disagree
---
# Engines disagree

The engines of Pullback disagree on this minimized program.

\`\`\`pullback show=gradient
${text}
\`\`\`

Their answers:

\`\`\`text
${answers.join('\n')}
\`\`\`
`;
}
