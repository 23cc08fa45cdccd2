/** The page of `boards help conditions`: one screen of 80 × 24. Tests run each of its examples. */
export const CONDITIONS_TOPIC = `Conditions of watch --on and --until, and of replay --on

Commas separate alternatives (at most 50); terms joined with + must all hold:
  change  entered, left, moved, topPlay, bias, session, confluence
  board   movers, or board:newKey for one that boards does not know yet
  ticker  NVDA in capitals, symbol:nvda, or symbol:LEFT (left is a change)
  number  boards>=4, rank<=3, dayPct>=8, dayPct<=-5, breadth<=0.4 (share of
          advancers); quote them, because the shell takes < and > for itself

With a type of change: each such change for which the other terms hold after
it (left: before it). A number without a type fires when it becomes true, and
again only after it was false. Otherwise: each change of that board or ticker.
The first snapshot only sets the state; --until is also met by numbers that hold
in it. Rows that -b, --limit or a filter hides never fire. They count as false,
so a number fires again when its row comes back into view. --cooldown: a
condition only once in that time for a symbol. --until prints what met it.

  --on 'boards>=4'                    a symbol reaches four boards
  --on 'entered+movers+rank<=3'       a new symbol in the top 3 of movers
  --on 'NVDA+rank<=3'                 NVDA reaches the top 3 of a board
  --on 'left+boards>=4'               one that is on four boards leaves one
  --on 'dayPct>=8+boards>=3,topPlay'  either of two
  --until 'session,breadth<=0.4'      the market turns
`;
