import { describe, expect, it } from 'vitest';
import { Building } from './building';

describe('the items of an array while it is made', () => {
  const filled = (count: number, item: (i: number) => unknown): Building => {
    const building = new Building(count);
    for (let i = 0; i < count; i++) building.push(item(i));
    return building;
  };

  it.each([0, 1, 1024])('%i numbers are an ordinary array', (count) => {
    expect(filled(count, (i) => i / 2).items()).toStrictEqual(Array.from({ length: count }, (_, i) => i / 2));
  });

  it.each([1025, 5000])('%i numbers take eight bytes each', (count) => {
    expect(filled(count, (i) => -i).items()).toStrictEqual(Float64Array.from({ length: count }, (_, i) => -i));
  });

  it.each([0, 3, 1500])('keeps what is before the first item that is no number, at %i', (at) => {
    const item = (i: number): unknown => (i === at ? 'text' : i);
    expect(filled(2000, item).items()).toStrictEqual(Array.from({ length: 2000 }, (_, i) => item(i)));
  });

  it('has what was added so far', () => {
    const building = new Building(3000);
    for (let i = 0; i < 1200; i++) building.push(i);
    expect(building.items()).toStrictEqual(Float64Array.from({ length: 1200 }, (_, i) => i));
  });
});
