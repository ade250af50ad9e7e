import type { GrowthInput } from '../../../protocol/growth';
import type { Meter } from '../../../semantics/outcome';
import { METER_TEXTS, METER_KEYS } from '../shared/meters';
import { choicesOf, type SizeRange } from './sizes';
import { Choice } from '../../kit/Choice';
import { integer } from '../../kit/format';

interface GrowthChoicesProps {
  readonly inputs: readonly GrowthInput[];
  readonly input: string | undefined;
  readonly onInput: (name: string) => void;
  readonly meter: keyof Meter;
  readonly onMeter: (meter: keyof Meter) => void;
  readonly range: SizeRange;
  readonly onRange: (range: SizeRange) => void;
  readonly onBase: (base: SizeRange['base']) => void;
}

/** Choices of the meter, the input and its sizes. */
export function GrowthChoices(props: GrowthChoicesProps) {
  const { inputs, input, onInput, meter, onMeter, range, onRange, onBase } = props;
  const choices = choicesOf(range);
  const powers = (exponents: readonly number[]): readonly Option[] =>
    exponents.map((exponent) => [String(exponent), integer(range.base ** exponent)]);
  return (
    <div className="choices">
      <Choice
        label="Meter"
        value={meter}
        options={METER_KEYS.map((name) => [name, METER_TEXTS[name].name])}
        onChoose={(name) => {
          onMeter(METER_KEYS.find((known) => known === name) ?? meter);
        }}
      />
      <Choice
        label="against"
        value={input ?? ''}
        options={inputs.map(({ name, size }) => [name, size === 'length' ? `length of ${name}` : name])}
        onChoose={onInput}
      />
      <Choice
        label="from"
        value={String(range.from)}
        options={powers(choices.from)}
        onChoose={(from) => {
          onRange({ ...range, from: Number(from) });
        }}
      />
      <Choice
        label="to"
        value={String(range.to)}
        options={powers(choices.to)}
        onChoose={(to) => {
          onRange({ ...range, to: Number(to) });
        }}
      />
      <Choice
        label="by"
        value={String(range.base)}
        options={[
          ['2', '× 2'],
          ['10', '× 10'],
        ]}
        onChoose={(base) => {
          onBase(base === '10' ? 10 : 2);
        }}
      />
    </div>
  );
}

type Option = readonly [value: string, text: string];
