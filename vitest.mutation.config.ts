import { statSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { glueText } from './scripts/glue-plugin.mjs';

/** Runs small tests first: one of them detects most mutants, so the others need not run. */
class SmallestFirst extends BaseSequencer {
  override sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const size = ({ moduleId }: TestSpecification): number => statSync(moduleId).size;
    return Promise.resolve(files.toSorted((a, b) => size(a) - size(b)));
  }
}

/** The tests that `scripts/mutation.mjs` runs against each mutant: those about derivatives and passes of the compiler. */
export default defineConfig({
  plugins: [glueText()],
  test: {
    environment: 'node',
    include: [
      'src/ad/**/*.test.ts',
      'src/semantics/{bounded,delta,delta-node,derivative,emit,machine,moment,observe,reals,sweep,trace}.test.ts',
      'src/semantics/jets/*.test.ts',
      'src/language/operations/*.test.ts',
      'src/compile/*.test.ts',
      'src/compile/{ir,flatten,optimise,differentiate,emit}/**/*.test.ts',
    ],
    exclude: ['src/ad/abadi-plotkin/steps/*.test.ts'], // These test how states are found again, not what the states are.
    isolate: false,
    sequence: { sequencer: SmallestFirst },
    testTimeout: 60_000,
  },
});
