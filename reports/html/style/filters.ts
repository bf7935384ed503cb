/** The controls that narrow the rules down. */
export const filterStyle = `
.filters{display:contents}
.choices{display:flex;flex-wrap:wrap;gap:.5rem 1.2rem;justify-content:space-between}
.pinned{position:sticky;top:0;z-index:3;display:flex;flex-wrap:wrap;gap:.5rem .6rem;align-items:center;margin:.2rem -.5rem 0;padding:.6rem .5rem;background:color-mix(in srgb,var(--page) 94%,transparent);backdrop-filter:blur(8px);border-bottom:1px solid var(--line)}
.search{position:relative;flex:1 1 16rem}
.search .icon{position:absolute;left:.75rem;top:50%;translate:0 -50%;color:var(--quiet)}
.search kbd{position:absolute;right:.6rem;top:50%;translate:0 -50%}
.search:focus-within kbd{display:none}
.search input{width:100%;padding:.45rem 2.2rem .45rem 2.2rem;border:1px solid var(--strong-line);border-radius:10px;background:var(--card)}
.search input::placeholder{color:var(--quiet);opacity:1}
.choice select{max-width:17rem;padding:.45rem .6rem;border:1px solid var(--strong-line);border-radius:10px;background:var(--card)}
.filters #expand{padding:.45rem .8rem;border-radius:10px;min-width:7rem}
.chips{display:flex;flex-wrap:wrap;gap:.35rem}
.chip{display:inline-flex;align-items:center;gap:.35em;padding:.16rem .65rem;border:1px solid var(--line);border-radius:99px;background:var(--card);color:var(--ink,var(--text));font-size:.83rem}
.chip b{font-weight:650}
.chip[aria-pressed=true]{background:var(--soft,var(--text));border-color:currentColor;font-weight:600}
.chip:not([class*=v-])[aria-pressed=true]{color:var(--page)}
.filters .count{flex-basis:100%;min-height:1.6rem;font-size:.85rem;color:var(--quiet)}
.filters #clear{margin-left:.5rem;padding:.05rem .6rem}
`
