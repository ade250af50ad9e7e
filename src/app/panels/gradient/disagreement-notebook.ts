import type { DisagreementReply } from '../../../protocol/disagreement';

type Found = Extract<DisagreementReply, { readonly state: 'ok' }>;

/** The Markdown of a notebook that shows a disagreement, for those who look for its cause. */
export function disagreementNotebook({ text, answers }: Pick<Found, 'text' | 'answers'>): string {
  return `---
title: A disagreement of engines
---
# A disagreement of engines

On this program, made as small as it could be, the engines of Pullback do not agree.

\`\`\`pullback show=gradient
${text}
\`\`\`

What they said:

\`\`\`text
${answers.join('\n')}
\`\`\`
`;
}
