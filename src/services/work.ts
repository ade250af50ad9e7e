/** Does as much work as so many rounds of a loop, so that the time it takes tells the speed of the machine. Returns what the loop has computed. */
export function work(rounds = 0): number {
  let made = 1;
  for (let i = 0; i < rounds; i++) made = (Math.imul(made, 1_664_525) + 1_013_904_223) | 0;
  return made;
}
