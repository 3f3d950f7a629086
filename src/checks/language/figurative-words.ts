/**
 * Words that are seldom meant literally before a noun of computing: "the gold list" is not made of gold. A compound with
 * one of them is a coined name, and a coined name needs a definition.
 */
export const FIGURATIVE_WORDS: ReadonlySet<string> = new Set(
  `red green blue yellow orange purple violet pink brown black white grey gray amber scarlet crimson
  gold golden silver bronze platinum copper iron steel brass tin diamond ruby emerald crystal glass velvet silk
  soft hot cold warm cool frozen icy lukewarm wet dry sticky slippery thick thin fat skinny lean
  dark bright dim shiny dull shadow ghost phantom zombie vampire orphan twin sleepy sleeping
  loud noisy blind deaf mute naked magic magical holy royal noble sacred young ripe rotten sour sweet bitter salty
  morning midnight twilight dawn dusk winter summer autumn
  lion tiger wolf fox bear eagle hawk falcon owl snake spider bee whale shark dolphin turtle rabbit tortoise monkey gorilla elephant dragon unicorn goblin troll
  omega phoenix titan atlas apollo mercury venus mars jupiter saturn neptune pluto nova comet
  bouncer butler janitor sheriff warden shepherd tombstone`.split(/\s+/),
);

/** Compounds of that form which every engineer knows. */
export const KNOWN_COMPOUNDS: ReadonlySet<string> = new Set(
  `hot path,hot reload,hot swap,hot standby,hot spot,hot key,hot fix,hot plug,cold start,cold storage,cold boot,cold cache,cold standby,cold backup,warm start
  warm cache,warm standby,warm up,warm boot,dry run,soft delete,soft deletes,soft limit,soft limits,soft link,soft reset,soft fail,hard limit
  hard limits,hard link,hard delete,hard reset,hard disk,hard drive,hard copy,hard error,hard failure,hard stop,hard cap,soft cap,hard code,hard fork
  soft fork,dark mode,dark theme,dark launch,light mode,deep link,deep links,deep copy,deep clone,deep merge,deep equality,shallow copy,shallow clone,shallow merge
  sticky session,sticky sessions,sticky header,sticky bit,white space,white list,black list,black box,white box,grey box,green field,brown field,green build,red build
  blue green,red team,blue team,golden file,golden files,golden test,golden tests,golden master,golden path,golden screen,golden screens,golden image,golden record
  golden set,shadow copy,shadow dom,shadow root,shadow traffic,shadow mode,ghost text,zombie process,zombie processes,orphan process,orphan file,orphan files,orphan record
  orphan records,mirror site,lazy loading,lazy evaluation,eager loading,greedy algorithm,greedy match,silent failure,silent mode,quiet mode,quiet hours,quiet period
  hidden file,hidden files,hidden field,hidden fields,hidden directory,secret key,secret keys,secret store,secret manager,magic number,magic link,magic links,magic string,magic bytes,raw data,raw bytes,raw text,raw value,raw body
  raw input,raw output,raw string,raw file,raw html,raw json,raw sql,stale data,stale cache,stale lock,stale read,stale reads,stale value,stale entry,stale entries,upper bound,lower bound,upper case,lower case,upper limit,lower limit,inner join,outer join
  inner loop,outer loop,alpha channel,alpha release,lambda function,lambda functions,delta encoding,delta update,waiting list,waiting room,waiting time,parking lot,holding company
  data lake,thin client,token ring,key ring,ring buffer,swim lane,swim lanes,fast lane,general ledger,step ladder,tombstone record,tombstone records,tombstone marker,thin pool,thin volume,shadow file,shadow database,shadow databases,thick client,fat client,lean startup,paper size,paper trail,paper format,glass pane,night shift,night mode,night time,summer test,winter test,summer season,winter season,summer term,winter term,summer break,morning shift,morning round,morning run,summer time,winter time,black friday,white label,white paper
  blue screen,yellow pages,green light,red light,red line,red flag,red zone,lead time,lead times,lead engineer,lead developer,lead developers,stone age,far end,near end,near cache,near field,high-water mark,low-water mark
  bright mode,dim mode,twin prime,digital twin,bridge network,tunnel mode,bridge mode,sleeping thread,dormant account,dormant accounts,blind index,blind spot,deep sleep,deep dive,parking brake,raw sensor,raw format,raw mode,raw event,raw events`
    .split(/[,\n]/)
    .map((phrase) => phrase.trim()),
);

/** What such a word literally describes: the colour of a text is a colour, the lower half is a place. */
export const LITERAL_NOUNS: ReadonlySet<string> = new Set(
  `text texts border borders background backgrounds icon icons dot dots badge badges bar bars line lines led leds button buttons pixel
  pixels light lights colour color colours colors banner banners label labels marker markers row rows cell cells tick cross outline highlight
  lamp lamps bulb bulbs wire wires cable cables sticker ink paint tape seal door zone
  circle arrow arrows half part end side corner edge left right panel pane letter letters digit digits bits nibble region hemisphere
  box boxes square triangle flag flags status statuses dash screen frame point points value values data drive water air coffee tea
  level levels layer layers number numbers case wall body room entry exit time times error errors warning warnings`.split(
    /\s+/,
  ),
);

/** Nouns that are seldom meant literally in computing: whatever stands before one makes a coined name of it. */
export const FIGURATIVE_HEADS: ReadonlySet<string> = new Set(
  `lane lanes ring rings alley avenue street corner garden island pond nest den barrel shelf drawer closet attic cabin castle fortress
  corridor staircase ladder bench couch table-top playground graveyard cemetery morgue nursery stable kennel zoo jungle swamp
  bouncer butler janitor sheriff warden shepherd herald oracle prophet wizard genie passport diary cookbook scrapbook compass lighthouse umbrella
  backbone carousel parachute scoreboard cockpit hangar reef lagoon oasis meadow orchard hive cocoon burrow lair pantry cellar loft chimney
  tower moat drawbridge dungeon throne rail rails bridge spine wheel knot thread-box mill crate cradle harness ribbon thimble`.split(
    /\s+/,
  ),
);
