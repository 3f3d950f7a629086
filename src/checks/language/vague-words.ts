import { phraseList } from "./phrases.ts";

/*
 * Grounded in the word lists of the requirements literature: the vague and subjective terms of QuARS, the weak phrases
 * of NASA's ARM, ISO/IEC/IEEE 29148 section 5.2.7, rules R7, R8 and R34 of the INCOSE guide to writing requirements,
 * and the requirements smells of Femmer et al.
 */

/** Words that judge, whatever stands around them: nobody can test for them. */
export const SUBJECTIVE_WORDS: readonly string[] = phraseList(`
  user-friendly, user friendly, intuitive, intuitively, seamless, seamlessly, robust, robustly, lightweight, easily
  easy to use, easy to understand, easy to read, easy to maintain, easy to learn, easy to extend, easy to configure, ease of use
  state-of-the-art, state of the art, best-in-class, world-class, enterprise-grade, production-quality, industry-leading
  elegant, elegantly, attractive, appealing, aesthetically pleasing, visually pleasing, ergonomic, sleek, polished
  pleasant, delightful, comfortable, comfortably, convenient, conveniently, effortless, effortlessly, painless, hassle-free
  future-proof, self-explanatory, performant, high-quality, high quality, good quality, well-designed, snappy
  adequate, adequately, appropriate, appropriately, suitable, suitably, reasonable, reasonably, sensible, sensibly
  acceptable, acceptably, satisfactory, satisfactorily, meaningful, meaningfully, decent, prudent, good enough, well enough
  timely, in a timely manner, in a timely fashion, promptly, swiftly, speedily, as soon as possible, asap
  as quickly as possible, as fast as possible, as quickly as it can, in due course, in due time, in good time
  at the earliest opportunity, without undue delay, without unnecessary delay, in near real time, in near-real time
  instantly, instantaneous, instantaneously, straightforward, best practice, best practices, efficient, effective, optimal, modern
  responsive, resilient, enough detail, sufficient detail, in sufficient detail, industry standard, industry standards
  relevant, fair, fairly, unfair, gracefully, smoothly, noticeably, unnoticeably, unduly, optimally, intelligently, smartly, judiciously
  as the user expects, as users expect, as one would expect, as expected by the user, in the usual way, in the usual manner
  inappropriate, inappropriately, unsuitable, unreasonable, unreasonably, unacceptable, inadequate, inadequately, unsatisfactory, undue
  needless, needlessly, unnecessarily, uncluttered, clutter-free, unobtrusive, unobtrusively, inconspicuous, discreet, discreetly
  tidy, neat, neatly, beautiful, beautifully, stylish, fancy, visually appealing, eye-catching, tasteful, tastefully
  enjoyable, engaging, welcoming, inviting, reassuring, agreeable, polite, politely, courteous, courteously, tactful, considerate
  thoughtful, respectful, respectfully, human-friendly, beginner-friendly, developer-friendly, mobile-friendly, eco-friendly
  well-structured, well-organised, well-organized, well-written, well-thought-out, well-balanced, well-behaved, foolproof, bulletproof
  rock-solid, dependable, dependably, trustworthy, flawless, flawlessly, perfect, perfectly, ideal, excellent, superior, superb
  first-class, top-notch, cutting-edge, next-generation, cost-effective, economical, economically, affordable, worthwhile, desirable
  tolerable, bearable, plausible, implausible, suspicious, dubious, questionable, problematic
  generous, generously, fluidly, lively, nimble, snappily, speedy, swift, expeditious, expeditiously, rapid
  without delay, without noticeable delay, without much delay, with minimal delay, with little delay, with minimal effort, with little effort
  with ease, with confidence, to a high standard, of high quality, to the satisfaction of, to everyone's satisfaction, wisely
  in a sensible order, in a reasonable time, in reasonable time, within reason, within reasonable limits, as it should, as they should
  in an orderly way, in an orderly manner, in an orderly fashion, in a controlled manner, in a controlled way, in a safe manner
  in a safe way, in a secure manner, in a secure way, in a consistent way, in a consistent manner, in the right way, the right way
  in a good way, in a proper way, in a proper manner, the usual way, at a good moment, at a suitable moment
  without effort, without much effort, to the point, with the necessary care, necessary care, unnecessary, sturdy, rugged
  all important, only important, important information, important changes, important events, important details, unusual situations
  unusual cases, unusual circumstances, without disturbing
  in an appropriate manner, in a suitable manner, in a sensible way, common sense, with due care, with care
`);

/** Words with a plain use too: they judge as a predicate of a duty, or before the name of a quality. */
export const WEAK_ADJECTIVES: readonly string[] = phraseList(`
  easy, simple, fast, quick, slow, smooth, clean, clear, good, great, nice, friendly, helpful, useful
  reliable, stable, secure, maintainable, extensible, readable, understandable, legible, compact
  proper, flexible, powerful, versatile, smart, intelligent, natural, rich
  sophisticated, light, tolerant, forgiving, obvious, prominent, professional
  high-performance, maintenance-friendly, transparent, portable, testable, usable
  sane, concise, brief, noticeable, fresh, up-to-date, tolerable, solid, gentle, calm, thorough, careful, understandable, comprehensible, recognisable, recognizable, memorable, discoverable, distinguishable
  accurate, precise, realistic, attentive, crisp, manageable, safe, consistent
`);

/** Adverbs of manner and time that need a measure when they describe a duty. */
export const WEAK_ADVERBS: readonly string[] = phraseList(`
  quickly, rapidly, fast, slowly, soon, shortly, cleanly, clearly, nicely, properly, efficiently, reliably
  carefully, thoroughly, significantly, substantially, considerably, excessively, well
  in a friendly way, in a clear way, consistently, transparently, visibly, thoughtfully, safely, securely, accurately, precisely
  gently, neatly, markedly, greatly, strongly, sharply, flexibly, legibly, readably, calmly, quietly, responsibly, sparingly
  moderately, comfortably, adequately, plausibly, faithfully, diligently, conscientiously, regularly enough, often enough
`);

/** Adverbs that let a duty hold only mostly. */
export const HEDGES: readonly string[] = phraseList(`
  usually, typically, normally, generally, mostly, largely, often, sometimes, in most cases, in general, under normal circumstances
  under normal conditions, more or less, roughly, to some extent, to some degree, as required, where applicable, if applicable
`);

/** What a weak adjective judges when it stands before it: "a clear message", "good performance". */
export const JUDGED_NOUNS: ReadonlySet<string> = new Set(
  phraseList(`
    message, messages, interface, interfaces, ui, gui, experience, performance, response, responses, feedback, quality
    design, layout, look, feel, way, ways, manner, fashion, documentation, wording, explanation, explanations, behaviour
    behavior, usability, handling, protection, security, search, navigation, workflow, error, errors, text, instructions
    defaults, default, recovery, startup, loading, rendering, interaction, appearance, visibility, overview
  `),
);

/** Clauses by which a duty can be evaded. */
export const ESCAPE_CLAUSES: readonly string[] = phraseList(`
  if at all possible, where it is possible, as best as possible, as best it can, as well as possible, as well as it can, as good as possible
  as early as possible, as late as possible, as long as possible, as large as possible, as high as possible, as far as it can
  as smoothly as possible, as easily as possible, as accurately as possible, as precisely as possible, as clearly as possible
  as rarely as possible, as seldom as possible, unless there is a good reason, unless there are good reasons, unless impractical
  when it seems useful, if it seems useful, when in doubt, if useful, where useful, when useful, where helpful, if helpful, if reasonable
  where reasonable, when reasonable, to a reasonable extent, to a sensible extent, if suitable, where suitable, where relevant, when relevant
  if relevant, as the situation requires, as circumstances require, depending on the situation, if the situation allows, if circumstances permit
  if possible, where possible, when possible, whenever possible, wherever possible, as far as possible, as much as possible
  as little as possible, as few as possible, as close as possible, as closely as possible, as often as possible, as many as possible
  as short as possible, as small as possible, as low as possible, as simple as possible, to the extent possible
  if necessary, where necessary, when necessary, as necessary, as needed, if needed, where needed, when needed, whenever needed
  as appropriate, if appropriate, where appropriate, when appropriate, as applicable
  if practical, where practical, if practicable, where practicable, as far as practicable, to the extent practical
  if feasible, where feasible, when feasible, to the extent feasible, as it sees fit, as they see fit, at its discretion
  at their discretion, make every effort, every effort, reasonable effort, best effort, if time permits, time permitting
  if desired, where sensible, if sensible, where it makes sense, when it makes sense, if it makes sense
`);

/** Names of known things that contain such a word. */
export const ESTABLISHED_PHRASES: readonly string[] = phraseList(`
  fast path, fast-forward, fast forward, slow path, slow query, slow log, slow start, quick start, quick sort, clear text, clean build
  clean install, clean shutdown, simple majority, good faith, rich text, common name, natural key, natural language
  natural order, smooth scrolling, effective date, effective user, secure cookie, secure boot, secure enclave
  secure element, secure attribute, complete list, complete set, stable sort, stable release, current user, current time
  current date, current state, current directory, current version, recent items, visible area, light theme, light mode
  relevant when, relevant if, consistent with, relevant to, ideal for, just as applicable, safely ignored, safely ignore, safe to, clear to, precise to, accurate to, perfect forward secrecy, perfect square, perfect match, ideal gas, fluid ounce, rapid fire, swift code, as well as, as well, well known, well formed, well defined, soon as, as soon as, as often as, best effort delivery
  at least once, light sleep, easy approach, short name, short form, short circuit, short id, short code, large object
  graceful shutdown, human readable, machine readable, human-readable, platform-appropriate, small caps, big endian, short description, short title, compact mode, compact view, compact form, proper name
`);
