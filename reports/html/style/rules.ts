/** Documents, sections and rules. */
export const ruleStyle = `
.document{margin-bottom:2.5rem}
.document>h2{margin:1.6rem 0 .4rem;font-size:1.35rem;letter-spacing:-.012em}
.document>h2 span{display:block;font-size:.8rem;font-weight:500;letter-spacing:.02em;color:var(--quiet)}
.section{margin-top:1.25rem}
.section>header{display:flex;flex-wrap:wrap;align-items:center;gap:.9rem;margin-bottom:.55rem}
.section h3{overflow-wrap:anywhere;font-size:1rem;font-weight:600}
.section>header .bar{width:7rem;flex:none}
.section>header small{margin-left:auto}
.rules{display:grid;gap:1px;overflow:clip;border:1px solid var(--line);border-radius:12px;background:var(--line)}
.rule{background:var(--card)}
.rule>summary,.check>summary{display:grid;grid-template-columns:auto 8.6rem minmax(0,1fr) auto;gap:.75rem;align-items:start;padding:.75rem 1rem}
.rule>summary:hover,.check>summary:hover{background:light-dark(#f8f9fb,#1b2027)}
.rule>summary:focus-visible,.check>summary:focus-visible{outline-offset:-2px;border-radius:12px}
summary>.icon{margin-top:.32rem;color:var(--quiet);transition:rotate .12s}
details[open]>summary>.icon{rotate:90deg}
.rule>summary .verdict{justify-self:start;margin-top:.02rem}
.statement{display:grid;gap:.22rem}
.says{font-weight:500;text-wrap:pretty}
.meta{display:flex;flex-wrap:wrap;gap:.2rem .7rem;align-items:center;color:var(--quiet);font-size:.85rem}
.meta code{overflow-wrap:anywhere}
.meta .id{opacity:.85}
.level{padding:0 .4em;border:1px solid var(--line);border-radius:5px;font-size:.68rem;font-weight:650;letter-spacing:.04em}
.time{color:var(--quiet);font-size:.85rem;font-variant-numeric:tabular-nums;white-space:nowrap;padding-top:.1rem}
.rule>.body{padding:0 1rem 1rem 2.75rem}
.rule .source{display:flex;align-items:baseline;gap:.5rem;flex-wrap:wrap;padding-bottom:.6rem;color:var(--quiet);font-size:.87rem}
.rule .source a{display:inline-flex;padding:.2rem}
@media (max-width:44rem){
  .rule>summary,.check>summary{grid-template-columns:auto minmax(0,1fr) auto}
  .statement,.check>summary .title{grid-column:2/-1}
  .time{grid-column:3;grid-row:1}
  .rule>.body{padding-left:1rem}
}
`
