import { internalError } from '../language/source/internal-error';
import { entryOf, planOf, returnOf } from './calls';
import { Closure, PartialApplication } from './closure';
import { NO_SLOT, type Op, UNBOUNDED } from './code';
import { outOfBounds } from './failure';
import { Frame } from './frame';
import { BYTES } from './memory';
import { FAILED, operate } from './operate';
import { stepRarely } from './rare';
import { boundedGroup } from './rules-bounded';
import { type MachineState, readElsewhere, type Status } from './state';
import { Cell, type Items, Traced, Variant, type Value } from './value';

/*
 * The rules, one case per instruction. Rare ones are in `rare.ts`, which keeps this loop small enough for engines to
 * optimise. The registers are local variables here while it runs.
 */

/** Performs at most `maxSteps` steps. */
export function advance(machine: MachineState, maxSteps: number): Status {
  if (machine.status !== 'running') return machine.status;
  const { slots, frames, decisions, meter, calls, recordsCalls } = machine;
  const { constants } = machine.executable;
  const stopsOnBoundary = machine.options.stopsOnBoundary === true;
  let { instruction, base, closure, site, depth, call } = machine;
  let captured: readonly Value[] = closure.captured;
  let primal = 0;
  let derivative = 0;
  let allocated = 0;
  let steps = 0;

  loop: while (steps < maxSteps) {
    steps++;
    switch (instruction.op) {
      case 0 satisfies Op['halt']:
        machine.status = 'done';
        break loop;

      case 1 satisfies Op['move']: {
        const { a } = instruction;
        slots[base + instruction.target] = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        instruction = instruction.next;
        break;
      }

      case 2 satisfies Op['operation1']: {
        const { a, row } = instruction;
        const x = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        if (instruction.derivative) derivative++;
        else primal++;
        if (
          typeof x === 'number' &&
          decisions === undefined &&
          !(stopsOnBoundary && row.boundary !== undefined) &&
          row.domain?.(x) === undefined
        ) {
          const value = row.evaluate(x, 0);
          if (!(typeof value === 'number' && !(Math.abs(value) <= row.limit))) {
            slots[base + instruction.target] = value;
            instruction = instruction.next;
            break;
          }
        }
        const value = operate(machine, instruction, call, x, undefined, site);
        if (value === FAILED) break loop;
        if (value instanceof Traced) allocated += BYTES.traced;
        slots[base + instruction.target] = value;
        instruction = instruction.next;
        break;
      }

      case 3 satisfies Op['operation2']: {
        const { a, b, row } = instruction;
        const x = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        const y = b >= 0 ? slots[base + b] : readElsewhere(b, captured, constants, slots);
        if (instruction.derivative) derivative++;
        else primal++;
        if (
          typeof x === 'number' &&
          typeof y === 'number' &&
          decisions === undefined &&
          !(stopsOnBoundary && row.boundary !== undefined) &&
          row.domain?.(x, y) === undefined
        ) {
          const value = row.evaluate(x, y);
          if (!(typeof value === 'number' && !(Math.abs(value) <= row.limit))) {
            slots[base + instruction.target] = value;
            instruction = instruction.next;
            break;
          }
        }
        const value = operate(machine, instruction, call, x, y, site);
        if (value === FAILED) break loop;
        if (value instanceof Traced) allocated += BYTES.traced;
        slots[base + instruction.target] = value;
        instruction = instruction.next;
        break;
      }

      case 4 satisfies Op['branch']: {
        const { a } = instruction;
        const condition = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        if (decisions !== undefined) decisions.add(condition === true ? 1 : 2);
        instruction = condition === true ? instruction.next : instruction.alternative;
        break;
      }

      case 5 satisfies Op['call']: {
        const { a, operands } = instruction;
        const callee = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        const top = base + closure.code.size;
        let entered: Closure;
        if (callee instanceof Closure && callee.code.arity === operands.length) {
          entered = callee;
          if (slots.length < top + callee.code.size && !machine.growSlots(top + callee.code.size)) break loop;
          for (let i = 0; i < operands.length; i++) {
            const o = operands[i] ?? 0;
            slots[top + i] = o >= 0 ? slots[base + o] : readElsewhere(o, captured, constants, slots);
          }
        } else {
          const plan = planOf(instruction, callee);
          if (plan.tag === 'split') {
            instruction = plan.head;
            break;
          }
          const values = operands.map((o) => (o >= 0 ? slots[base + o] : readElsewhere(o, captured, constants, slots)));
          if (plan.tag === 'hold') {
            const held = new PartialApplication(plan.closure, [...plan.held, ...values]);
            allocated += BYTES.closure + BYTES.item * held.values.length;
            slots[base + instruction.target] = held;
            instruction = instruction.next;
            break;
          }
          entered = plan.closure;
          if (slots.length < top + entered.code.size && !machine.growSlots(top + entered.code.size)) break loop;
          let slot = top;
          for (const value of plan.held) slots[slot++] = value;
          for (const value of values) slots[slot++] = value;
        }
        let frame = frames[depth];
        if (frame === undefined) {
          frame = new Frame(instruction, closure);
          frames.push(frame);
        }
        frame.instruction = instruction;
        frame.base = base;
        frame.closure = closure;
        frame.site = site;
        frame.call = call;
        depth++;
        if (recordsCalls) {
          call = calls.enter(call, instruction.origin, entered.code);
          machine.kept += BYTES.call;
        }
        if (instruction.readers) site = instruction;
        instruction = entryOf(entered.code, instruction.flag);
        base = top;
        closure = entered;
        ({ captured } = entered);
        break;
      }

      case 6 satisfies Op['tailCall']: {
        const { a, operands } = instruction;
        const callee = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        let entered: Closure;
        if (callee instanceof Closure && callee.code.arity === operands.length) {
          entered = callee;
          if (operands.length === 1) {
            const o = operands[0] ?? 0;
            slots[base] = o >= 0 ? slots[base + o] : readElsewhere(o, captured, constants, slots);
          } else {
            // Starts after all slots of this activation, because the next argument may still need them.
            const top = base + closure.code.size;
            if (slots.length < top + operands.length && !machine.growSlots(top + operands.length)) break loop;
            for (let i = 0; i < operands.length; i++) {
              const o = operands[i] ?? 0;
              slots[top + i] = o >= 0 ? slots[base + o] : readElsewhere(o, captured, constants, slots);
            }
            for (let i = 0; i < operands.length; i++) slots[base + i] = slots[top + i];
          }
        } else {
          const plan = planOf(instruction, callee);
          if (plan.tag === 'split') {
            instruction = plan.head;
            break;
          }
          const values = operands.map((o) => (o >= 0 ? slots[base + o] : readElsewhere(o, captured, constants, slots)));
          if (plan.tag === 'hold') {
            const held = new PartialApplication(plan.closure, [...plan.held, ...values]);
            allocated += BYTES.closure + BYTES.item * held.values.length;
            slots[base + instruction.b] = held;
            instruction = returnOf(instruction);
            break;
          }
          entered = plan.closure;
          if (slots.length < base + entered.code.size && !machine.growSlots(base + entered.code.size)) break loop;
          let slot = base;
          for (const value of plan.held) slots[slot++] = value;
          for (const value of values) slots[slot++] = value;
        }
        if (slots.length < base + entered.code.size && !machine.growSlots(base + entered.code.size)) break loop;
        if (recordsCalls) {
          call = calls.enter(call, instruction.origin, entered.code);
          machine.kept += BYTES.call;
        }
        if (instruction.readers) site = instruction;
        instruction = entryOf(entered.code, instruction.flag);
        closure = entered;
        ({ captured } = entered);
        break;
      }

      case 7 satisfies Op['return']: {
        const { a } = instruction;
        const value = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        const frame = frames[--depth];
        if (frame === undefined) return internalError('a return without a frame');
        ({ base, closure, site, call } = frame);
        ({ captured } = closure);
        slots[base + frame.instruction.target] = value;
        instruction = frame.instruction.next;
        break;
      }

      case 8 satisfies Op['tuple']: {
        const { operands } = instruction;
        let items: Value[];
        if (operands.length === 2) {
          // An array that grows by `push` reserves room for 17 items; most tuples are pairs.
          const o = operands[0] ?? 0;
          const p = operands[1] ?? 0;
          const first = o >= 0 ? slots[base + o] : readElsewhere(o, captured, constants, slots);
          items = [first, p >= 0 ? slots[base + p] : readElsewhere(p, captured, constants, slots)];
        } else {
          items = [];
          for (const o of operands) items.push(o >= 0 ? slots[base + o] : readElsewhere(o, captured, constants, slots));
        }
        allocated += BYTES.sequence + BYTES.item * operands.length;
        slots[base + instruction.target] = items;
        instruction = instruction.next;
        break;
      }

      case 9 satisfies Op['project']: {
        const { a } = instruction;
        const tuple = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        slots[base + instruction.target] = (tuple as readonly Value[])[instruction.b];
        instruction = instruction.next;
        break;
      }

      case 10 satisfies Op['construct']: {
        const { a } = instruction;
        const payload = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        allocated += BYTES.variant;
        if (instruction.flag) meter.nodes++;
        slots[base + instruction.target] = new Variant(instruction.name, payload);
        instruction = instruction.next;
        break;
      }

      case 11 satisfies Op['cons']: {
        const { a, b } = instruction;
        const head = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        allocated += BYTES.cell;
        if (instruction.flag) {
          const [first, second] = head as readonly [Value, Cell | null];
          slots[base + instruction.target] = new Cell(first, second);
        } else {
          const tail = b >= 0 ? slots[base + b] : readElsewhere(b, captured, constants, slots);
          slots[base + instruction.target] = new Cell(head, tail as Cell | null);
        }
        instruction = instruction.next;
        break;
      }

      case 12 satisfies Op['match']: {
        const { a, arms } = instruction;
        const value = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        const name = value === null ? '[]' : value instanceof Cell ? '::' : (value as Variant).name;
        let taken = -1;
        for (let i = 0; i < arms.length; i++) {
          if (arms[i]?.name === name) {
            taken = i;
            break;
          }
        }
        if (decisions !== undefined) decisions.add(taken + 3);
        const arm = arms[taken];
        if (arm === undefined) {
          if (instruction.alternative === instruction) return internalError(`no arm for ${name}`);
          instruction = instruction.alternative;
          break;
        }
        if (value instanceof Cell) {
          if (arm.tail !== NO_SLOT) {
            slots[base + arm.target] = value.head;
            slots[base + arm.tail] = value.tail;
          } else if (arm.target !== NO_SLOT) {
            slots[base + arm.target] = [value.head, value.tail];
            allocated += BYTES.sequence + 2 * BYTES.item;
          }
        } else if (arm.target !== NO_SLOT) {
          slots[base + arm.target] = (value as Variant).payload;
        }
        instruction = arm.entry;
        break;
      }

      case 13 satisfies Op['closure']: {
        const code = instruction.codes[0];
        if (code === undefined) return internalError('a closure without code');
        const { captures } = code;
        const values: Value[] = [];
        for (const o of captures) values.push(o >= 0 ? slots[base + o] : readElsewhere(o, captured, constants, slots));
        allocated += BYTES.closure + BYTES.item * captures.length;
        slots[base + instruction.target] = new Closure(code, values);
        instruction = instruction.next;
        break;
      }

      case 14 satisfies Op['letrec']: {
        const { codes, target } = instruction;
        const made =
          instruction.b === UNBOUNDED ? codes.map((code) => new Closure(code, [])) : boundedGroup(codes, instruction.b);
        made.forEach((each, k) => (slots[base + target + k] = each));
        for (const each of made) {
          for (const o of each.code.captures) {
            each.captured.push(o >= 0 ? slots[base + o] : readElsewhere(o, captured, constants, slots));
          }
          allocated += BYTES.closure + BYTES.item * each.captured.length;
        }
        instruction = instruction.next;
        break;
      }

      case 17 satisfies Op['foldNext']: {
        const state = base + instruction.a;
        const index = (slots[state + 1] as number) - 1;
        if (index < 0) {
          const result = slots[state + 2];
          slots[state] = undefined;
          slots[base + instruction.target] = result;
          instruction = instruction.next;
        } else {
          slots[state + 1] = index;
          slots[state + 3] = (slots[state] as ArrayLike<Value>)[index];
          instruction = instruction.alternative;
        }
        break;
      }

      case 19 satisfies Op['index']: {
        const { a, b } = instruction;
        const array = a >= 0 ? slots[base + a] : readElsewhere(a, captured, constants, slots);
        const at = b >= 0 ? slots[base + b] : readElsewhere(b, captured, constants, slots);
        const { items } = array as Items;
        const i = at as number;
        if (i < 0 || i >= items.length) {
          machine.failure = outOfBounds(i, items.length);
          break loop;
        }
        slots[base + instruction.target] = items[i];
        instruction = instruction.next;
        break;
      }

      default: {
        machine.instruction = instruction;
        machine.base = base;
        machine.closure = closure;
        machine.site = site;
        machine.depth = depth;
        machine.call = call;
        const next = stepRarely(machine, instruction);
        if (next === undefined) break loop;
        ({ base, closure, depth } = machine);
        ({ captured } = closure);
        instruction = next;
      }
    }
  }

  machine.instruction = instruction;
  machine.base = base;
  machine.closure = closure;
  machine.site = site;
  machine.depth = depth;
  machine.call = call;
  meter.primal += primal;
  meter.derivative += derivative;
  meter.steps += steps;
  if (machine.failure === undefined) machine.charge(allocated);
  if (machine.failure !== undefined) machine.status = 'failed';
  return machine.status;
}
