/** Options of esbuild that make the bundle a function, which `launch.ts` calls with a module and `require`. */
export const asFunction = {
  banner: { js: '(function (module, require) {' },
  footer: { js: '})' },
}
