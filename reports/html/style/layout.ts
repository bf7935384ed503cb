/** The head of the page and its columns. */
export const layoutStyle = `
.masthead{padding:1.4rem 1.75rem 1.6rem;border:1px solid var(--line);border-radius:16px;background:var(--card);box-shadow:var(--shadow)}
.top{display:flex;justify-content:space-between;align-items:center;gap:1rem}
.eyebrow{font-size:.8rem;color:var(--quiet);letter-spacing:.02em}
.tools{display:flex;gap:.5rem;font-size:.82rem}
.verdict-line{display:flex;align-items:center;gap:1.1rem;margin:1.1rem 0 1.3rem}
.face{display:grid;place-items:center;flex:none;width:3.4rem;height:3.4rem;border-radius:50%;background:var(--soft);color:var(--ink);font-size:1.75rem}
h1{font-size:clamp(1.5rem,3vw,2rem);letter-spacing:-.018em;color:var(--ink)}
.verdict-line p{margin-top:.15rem;color:var(--quiet);font-size:1.02rem}
.bar.whole{height:12px}
.facts{display:grid;grid-template-columns:minmax(8rem,1fr) 2fr 1.3fr 1.1fr;gap:1rem 2rem;margin-top:1.4rem;font-size:.9rem}
.facts dt{margin-bottom:.2rem;font-size:.74rem;font-weight:600;letter-spacing:.04em;text-transform:uppercase;color:var(--quiet)}
.facts li+li{margin-top:.35rem}
.facts code{overflow-wrap:anywhere;color:var(--quiet)}
.facts dd{color:var(--text)}
.errors,.attention,.appendix{margin-top:1.25rem;padding:1.3rem 1.75rem;border:1px solid var(--line);border-radius:16px;background:var(--card);box-shadow:var(--shadow)}
.errors h2,.attention h2,.appendix h2{font-size:1.12rem}
.errors{border-color:light-dark(#d9a3e2,#6a3a75)}
.errors li{margin-top:.6rem;padding:.6rem .8rem;border-radius:8px;background:var(--sunk);font-size:.9rem}
.attention h2 small,.appendix h2 small{margin-left:.4rem;font-weight:400}
.attention ol{margin-top:.7rem}
.attention li+li{border-top:1px solid var(--line)}
.card{display:grid;grid-template-columns:8.2rem minmax(0,1.25fr) minmax(0,1fr);gap:.3rem 1.1rem;align-items:start;margin:0 -.75rem;padding:.7rem .75rem;border-radius:10px;color:inherit;text-decoration:none}
.card:hover{background:var(--sunk)}
.card .verdict{justify-self:start}
.card .what{display:grid}
.card .says{font-weight:500}
.card .title{color:var(--quiet);font-size:.9rem}
.card .seen{display:grid;gap:.15rem;color:var(--quiet);font-size:.88rem;overflow-wrap:anywhere}
.card .seen code{color:var(--text)}
.attention .nothing{margin-top:.7rem}
.columns{display:grid;grid-template-columns:15.5rem minmax(0,1fr);gap:2rem;margin-top:1.75rem}
.outline{position:sticky;top:1rem;align-self:start;max-height:calc(100vh - 2rem);overflow:auto;font-size:.88rem;padding:.25rem}
.outline h2{padding-inline:.55rem;margin:1.2rem 0 .35rem;font-size:.8rem;font-weight:650}
.outline h2:first-child{margin-top:.4rem}
.outline a{display:block;padding:.3rem .55rem .4rem;border-radius:8px;color:inherit;text-decoration:none}
.outline h2 a{margin-inline:-.55rem;padding-block:.2rem}
.outline a:hover{background:light-dark(#e9ecf1,#1d222a)}
.outline li span{display:block;margin-bottom:.28rem;color:var(--quiet);line-height:1.35;overflow-wrap:anywhere}
.outline a.empty .bar{opacity:.25}
.outline .bar{height:4px}
main:focus{outline:none}
.appendix p{margin:.3rem 0 .8rem;color:var(--quiet)}
.appendix code{overflow-wrap:anywhere}
.none{padding:3rem;text-align:center;color:var(--quiet)}
@media (max-width:60rem){
  .columns{grid-template-columns:minmax(0,1fr)}
  .outline{display:none}
  .facts{grid-template-columns:1fr 1fr}
  .card{grid-template-columns:minmax(0,1fr)}
}
@media (max-width:34rem){.facts{grid-template-columns:1fr}.masthead,.attention,.appendix{padding-inline:1rem}}
`
