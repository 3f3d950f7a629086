import { wordSet } from "./word-set.ts";

/**
 * Nouns of computing and of offices that name something abstract: a way to do it, a list, an account of it. Which one is
 * meant is told by the word before it.
 */
export const ABSTRACT_HEADS: ReadonlySet<string> = wordSet(`
  method methods rule rules list lists scheme schemes algorithm policy mode matrix index ledger register pool ring lane tier layer quota
  passport score factor curve model procedure profile journal protocol process track band cycle sweep wave gate queue book sheet map plan
  channel board circle chain token stamp table route window grid pass key lock check test filter formula ratio path bucket store agreement
  convention principle strategy routine technique approach pattern loop mark flag code class grade group set account fund desk hotline panel committee counter hub portal register roster rota
  feed cohort belt slot shelf tray basket bin bank basin batch stream corridor circuit stack series round stage phase fence wall cap
  calendar schedule tariff seal badge allowance reserve pot wallet vault cage drawer folder budget clause lookup match record cluster
`);

/** Words that tell which one is meant in the plain way: an engineer needs no definition of "the retry policy". */
export const PLAIN_MODIFIERS: ReadonlySet<string> = wordSet(`
  access account action activity address admin age agent alarm alert allow amount answer api app application approval archive area array article
  asset attribute audit audio author authority backup balance bank bar base batch battery benefit bill billing block board body book booking
  border box branch brand break bucket budget buffer bug build building bus business button byte cache call camera campaign cancel capacity
  car card care case cash catalogue catalog category cell chain challenge change channel charge chart check child choice citizen city claim
  class client clock close cluster code collection colour color column command comment common community company complaint component
  conflict connection contact contents content context contract control copy core cost count counter country courier course cover crash
  credit currency cursor customer cycle damage dashboard data database date day deadline debit debug decision default delay delete delivery
  demand department deposit depot design desk detail detour device dialog directory discount discovery disk dispatch display distance district
  document domain door draft drive driver duty edge edit element email employee employer empty energy engine entity entry equipment error
  estimate event evening example exception exchange exit expense expiry export extension facility failure fall family fault feature fee feed
  feedback field figure file filter finance fire first fix flag flash fleet flight flow folder font food form format forward frame free front
  fuel full function gas gateway grace graph group guest guide hash head header health heat height help holiday home host hotel hour house
  id idle image import incident index info input install interest interface interval invoice issue item job journal journey key keyboard label
  land language latency launch law layer layout leader leaf leak lease leases leave legal length letter level library licence license life
  light limit line link list load loan local location lock log login logo lookup loop loss machine mail main maintenance manager map margin
  market mass master match matrix meal measure media medical meeting member memory menu merchant merge message meta meter method metric
  migration minute mobile mode model module money month morning mouse movement music name network news next night node noise note notice
  number object office offer offset one open operator option order origin outage output owner pace pack package packet page panel paper
  parameter parent park part partner passenger password patch path patient pattern pay payment payroll peak peer penalty pension people period
  permission person phone photo phrase picture piece pilot pin pipeline pitch plan plant platform play plugin point policy pool port position
  post power prefix press pressure price print priority privacy process product profile profit program project property protocol proxy public
  purchase purpose push quality quantity quarter query question queue quick radio range rank rate rating raw reading reason receipt record recovery
  reference refund region register release reminder remote renewal rent repair replay reply report request rescue reserve reset resource
  response rest restore result retail retention retry return revenue review reward ride right risk road role rollback roof room root rotation
  route row rule run safety salary sale sales sample scale schedule schema school scope score screen script seal search season seat second
  secret section security segment select selection sensor sequence serial server service session set setting setup shape share shelf shift ship
  shop signal signature size skill sleep slot socket software sort sound source space speed split staff stage standard start startup state
  station status step stock stop storage store stream street string student style subject submit subscription success summary supplier support
  survey switch symbol sync system tab table tag target tariff task tax team telephone temperature template tenant term terminal test text
  theme thread threshold ticket time timeout title toggle token tone tool top topic tour town trace track trade traffic train transaction transfer
  transit transport travel tree trial trigger trip trust type unit update upgrade upload usage use user vacation value vehicle vendor
  version video view visit visitor voice volume vote voucher wage wait waiting warehouse warranty waste watch water way weather web week weekend
  weight white window word work worker workflow world write year zone single complete entire exact whole total final initial standard below above
  audit access retry release load review alert product base trust key daemon top full top-level discovery hourly daily weekly monthly yearly
  best worst left right upper lower inner outer short long small large high low good bad true false real live dead fast slow early late hard
  new old own same other custom proper simple normal special major minor certain blank plain basic native modern rough smooth clean broad narrow
  deep wide thin thick heavy light strong weak safe secure valid invalid correct wrong big little great young cheap rich poor sharp strict loose
  tight spare extra past future present former latter chief prime private mutual joint mixed foreign online offline shared hidden secret official
  actual usual casual annual manual mental medium minimum maximum average median mean overall absolute relative unique generic specific
  recipe pickup check-in arrival departure flight gate luggage nurse doctor clinic bed floor exam grade lesson
  farm crop plant vessel boat crew cargo freight truck bus tram train taxi parking garage toll
  kitchen table menu dish ticket museum exhibit loan book reader author publisher film song artist match player season team
  council committee court police fire rescue street grace third fourth fifth sixth end commit alpha beta regular attack calendar smoke boot heap
  refresh compact sign generate cloud certificate encryption password contract deadline treasury payroll finance accounting logistics marketing purchasing legal press safety hygiene technical
  fair flat round square double triple half quarter
`);
