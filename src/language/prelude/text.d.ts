declare module '*.pbk?raw' {
  const text: string;
  export default text;
}
