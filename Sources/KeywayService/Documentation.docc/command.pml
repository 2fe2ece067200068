/*
 * The life of a command, for spin; CommandLifecycle.md beside this file tells what stands for what.
 *
 * Two processes decide taps on one door and bring commands to its lock. Each option of a process is
 * one transaction of the store, or one act outside it. Between any two of them the process may die,
 * and everything else may happen.
 */

/* The guards. `spin -DBREAK=NAME` takes one out; the claim that stands beside it fails then. */
#define REPEAT 1 /* one_attempt: a tap is looked up before it is decided */
#define ENTRY 2 /* written_first: the decision is in the log once there is a command */
#define LIMIT 3 /* uses_kept: a use is charged only while one is left */
#define BUSY 4 /* one_verb: nothing else is granted while the lock is on its way */
#define JOINING 5 /* one_outcome: taps join what is pending or was sent just now */
#define SWEEP 6 /* nothing_left: a tap closes the commands of dead owners */
#define OWNER 7 /* end_is_end: and leaves those of living ones alone */
#define UNTOLD 8 /* refund_certain: and gives back uses of pending commands only */
#define ALL_TAPS 9 /* one_outcome: what is given back is given to every tap on the command */
#define PENDING 10 /* refund_certain: only what is pending still is sent */
#define LAST_LOOK 11 /* last_look: the taps are decided once more before that */
#define ONE_LOOK 12 /* last_look: and in one transaction with `sent` */
#define SENT 13 /* pending_untold: which is committed before the lock is told */
#define DEADLINE 14 /* never_late: the clock is looked at before the lock is told */
#define EXPIRY 15 /* never_late: the lock is told the deadline and keeps to it */
#define RETRY 16 /* at_most_once: silence is no reason to tell the lock again */
#define TIMEOUT 17 /* settles: silence ends at the deadline */
#define ANSWER 18 /* acknowledged_done: an answer is for the command that it names */
#define CLOSING 19 /* end_is_end: only what is sent still is closed */
#define RESTART 20 /* only_by_owner: a process that starts takes nothing up */
#ifndef BREAK
#define BREAK 0
#endif
#define kept(guard) (BREAK != guard)
#define broken(guard) (BREAK == guard)

/* The house: how much there is of everything. */
#ifndef TAPS
#define TAPS 2
#endif
#ifndef VERBS
#define VERBS 2
#endif
#ifndef CRASHES
#define CRASHES 2
#endif
#ifndef FILE_FAILURES
#define FILE_FAILURES 1 /* owner files that cannot be made */
#endif
#ifndef LAST_TAP
#define LAST_TAP 2 /* the tick after which nobody taps */
#endif
#define COMMANDS TAPS
#define LIFETIME 2 /* ticks from the decision to the deadline */
#define LAST_TICK (LAST_TAP + LIFETIME)
#define JOINING_WINDOW 1 /* ticks after `sent`, exclusive */
#define NOBODY 255
#define DEAD 254

mtype = { unknown, denied, granted };
mtype = { none, pending, sent, acknowledged, failed, unconfirmed, expired, interrupted };
mtype = { unlock, lock };
mtype = { silence, done, refused, noAnswer, tooLate, neverReached };
mtype = { idle, decided, looked, sending, committing, waiting, closing, restarting };

/* The store: two keys. Key 0 has one use too few for all taps and may be revoked; key 1 holds. */
byte uses[2];
bit isRevoked;
#define limit(key) (TAPS - 1 + key)
#define holds(key) (key == 1 || !isRevoked)

/* The store: taps, each with its key, its attempt and the command that it is on. */
bit keyOf[TAPS];
mtype attempt[TAPS] = unknown;
byte commandOf[TAPS] = NOBODY;
byte entries[TAPS]; /* decisions in the log */
byte charges[TAPS];
byte refunds[TAPS];

/* The store: commands. */
mtype state[COMMANDS] = none;
mtype verb[COMMANDS] = unlock;
byte deadline[COMMANDS];
byte sentAt[COMMANDS];
byte owner[COMMANDS] = NOBODY;
#define isInFlight(c) (state[c] == pending || state[c] == sent)

/* The world. What is on its way comes at any later moment, in any order, or never. */
byte now;
byte message[COMMANDS]; /* to the lock: the command's deadline; 0 when there is none */
mtype answer[COMMANDS] = silence; /* from the lock; may come twice */
byte crashes;
byte fileFailures;

/* What each process knows: the command in its hands, how far it is with it, and what came of it. */
byte hands[2] = NOBODY;
mtype phases[2] = idle;
mtype reports[2] = silence;
bit hasNoFile[2]; /* whether it could not make the file by which others see that it lives */
#define command hands[me]
#define phase phases[me]
#define report reports[me]
#define isInHands(c) (hands[0] == c || hands[1] == c)

/* For the claims only. */
byte told[COMMANDS];
bit isDone[COMMANDS];
bit wasHeld[2]; /* when a process wrote `sent` */
bit toldLate, doneLate, toldByStranger, toldUnwritten, toldUnheld, toldEnded;
bit endChanged, isLeft, isSecondVerb, acknowledgedUndone;

/* Used within one step. */
hidden byte i, j, k, found, isBusy, isHeld;

/* Nobody reads a command that has ended but for its state, and nobody waits for its answers. With
 * those gone, fewer states differ. */
inline forget(c) {
  if
  :: !isInFlight(c) && !isInHands(c) ->
    verb[c] = unlock;
    deadline[c] = 0;
    sentAt[c] = 0;
    owner[c] = NOBODY;
    isDone[c] = 0;
    answer[c] = (kept(ANSWER) -> silence : answer[c])
  :: else
  fi
}

/* CommandRecorder.record: the command's new state, and the uses that it gives back. */
inline record(c, next, isRefunded) {
  endChanged = endChanged || !isInFlight(c);
  state[c] = next;
  printf("command %d is %e\n", c, state[c]);
  for (j : 0 .. TAPS - 1) {
    if
    :: isRefunded && commandOf[j] == c && charges[j] > 0 ->
      refunds[j]++;
      printf("tap %d gets its use back\n", j);
      uses[keyOf[j]] = (uses[keyOf[j]] > 0 -> uses[keyOf[j]] - 1 : 0);
      if
      :: broken(ALL_TAPS) -> break
      :: else
      fi
    :: else
    fi
  }
  forget(c)
}

/* CommandOwners.isAlive: the kernel unlocked the files of dead owners. */
#define isAlive(o) (o == me || (kept(OWNER) && o != DEAD && !hasNoFile[o]))

/* CommandFlights.find: closes the commands of dead owners. */
inline sweep() {
  for (i : 0 .. COMMANDS - 1) {
    if
    :: kept(SWEEP) && state[i] == pending && !isAlive(owner[i]) -> record(i, interrupted, true)
    :: kept(SWEEP) && state[i] == sent && !isAlive(owner[i]) ->
      record(i, unconfirmed, broken(UNTOLD))
    :: else
    fi;
    isLeft = isLeft || (isInFlight(i) && owner[i] == DEAD)
  }
}

/* CommandFlights.mayBeJoined. */
#define mayBeJoined(c) (broken(JOINING) && state[c] != none || now < deadline[c] && \
  (state[c] == pending || (state[c] == sent && now - sentAt[c] < JOINING_WINDOW)))

/* Looks for a command to join, and for one that keeps the lock busy with something else. */
inline look(wanted) {
  found = NOBODY;
  isBusy = false;
  for (i : 0 .. COMMANDS - 1) {
    if
    :: verb[i] == wanted && mayBeJoined(i) -> found = i
    :: verb[i] != wanted && isInFlight(i) && now < deadline[i] -> isBusy = true
    :: else
    fi
  }
}

/* TapBatch.grant: charges the use, and finds or makes the command. */
inline grant(tap, wanted) {
  isSecondVerb = isSecondVerb || isBusy;
  attempt[tap] = granted;
  uses[keyOf[tap]]++;
  charges[tap]++;
  if
  :: found == NOBODY ->
    for (i : 0 .. COMMANDS - 1) {
      if
      :: state[i] == none -> found = i; break
      :: else
      fi
    }
    state[found] = pending;
    verb[found] = wanted;
    deadline[found] = now + LIFETIME;
    owner[found] = me;
    command = found;
    phase = decided
  :: else
  fi;
  commandOf[tap] = found;
  printf("process %d grants tap %d, on key %d: command %d, %e, until tick %d\n",
    me, tap, keyOf[tap], found, verb[found], deadline[found])
}

/* TapBatch.decide: entry, attempt, use and command are written together. */
inline decide(tap, wanted) {
  entries[tap] = entries[tap] + kept(ENTRY);
  attempt[tap] = denied;
  if
  :: !holds(keyOf[tap])
  :: else ->
    sweep();
    look(wanted);
    if
    :: kept(LIMIT) && uses[keyOf[tap]] >= limit(keyOf[tap])
    :: kept(BUSY) && isBusy
    :: else -> grant(tap, wanted)
    fi
  fi;
  if
  :: attempt[tap] == denied ->
    printf("process %d denies tap %d, on key %d\n", me, tap, keyOf[tap]);
    keyOf[tap] = 0
  :: else
  fi
}

/* What a process does not know any more when it is done with a command, or was started. */
inline rest() {
  k = command;
  command = NOBODY;
  hasNoFile[me] = false;
  report = silence;
  wasHeld[me] = false;
  phase = idle;
  forget(k)
}

/* CommandDispatcher.holds: whether any tap on the command would still be granted. */
inline lookOnceMore() {
  isHeld = false;
  for (j : 0 .. TAPS - 1) {
    isHeld = isHeld || (commandOf[j] == command && holds(keyOf[j]))
  }
}

/* CommandDispatcher.prepare: the last look, and `sent`. */
inline prepare() {
  lookOnceMore();
  if
  :: kept(PENDING) && state[command] != pending -> rest()
  :: else ->
    if
    :: now >= deadline[command] -> record(command, expired, true); rest()
    :: now < deadline[command] && kept(LAST_LOOK) && phase == decided && !isHeld ->
      record(command, failed, true);
      rest()
    :: else ->
      wasHeld[me] = isHeld;
      if
      :: broken(ONE_LOOK) && phase == decided -> phase = looked
      :: broken(SENT) -> phase = sending
      :: else ->
        record(command, sent, false);
        sentAt[command] = now;
        phase = sending
      fi
    fi
  fi
}

/* LockDriver.send: hands the command over, with its id and its deadline. */
inline tell() {
  told[command]++;
  toldLate = toldLate || now >= deadline[command];
  toldByStranger = toldByStranger || owner[command] != me;
  toldUnwritten = toldUnwritten || state[command] == pending;
  for (j : 0 .. TAPS - 1) {
    toldUnwritten = toldUnwritten || (commandOf[j] == command && entries[j] == 0)
  }
  toldUnheld = toldUnheld || !wasHeld[me];
  toldEnded = toldEnded || (!isInFlight(command) && !hasNoFile[me]);
  printf("process %d tells the lock of command %d\n", me, command);
  message[command] = deadline[command];
  phase = (broken(SENT) -> committing : waiting)
}

/* CommandDispatcher.close: what came of it. */
inline close() {
  for (j : 0 .. TAPS - 1) {
    entries[j] = entries[j] + (broken(ENTRY) && commandOf[j] == command)
  }
  if
  :: kept(CLOSING) && state[command] != sent
  :: else ->
    if
    :: report == done && now < deadline[command] ->
      acknowledgedUndone = acknowledgedUndone || !isDone[command];
      record(command, acknowledged, false)
    :: report == done && now >= deadline[command] -> record(command, unconfirmed, false)
    :: report == noAnswer -> record(command, unconfirmed, false)
    :: report == refused -> record(command, failed, false)
    :: report == neverReached -> record(command, failed, true)
    :: report == tooLate -> record(command, expired, true)
    fi
  fi;
  rest()
}

/* A process dies, is started again under another name, and knows nothing. */
inline die() {
  crashes++;
  printf("process %d dies, with command %d in its hands\n", me, command);
  for (j : 0 .. COMMANDS - 1) {
    owner[j] = (owner[j] == me -> DEAD : owner[j])
  }
  rest();
  phase = (broken(RESTART) -> restarting : idle)
}

active [2] proctype Process() {
  byte me = _pid;
  byte tap;
  mtype wanted = unlock;

end:
  do
  /* A tap comes: the next one, or one that came before. The processes are alike, so let the very
   * first tap be the first one's. */
  :: atomic {
      phase == idle && now <= LAST_TAP && (me == 0 || attempt[0] != unknown);
      if
      :: tap = 0
      :: attempt[0] != unknown -> tap = 1
#if TAPS > 2
      :: attempt[1] != unknown -> tap = 2
#endif
      fi;
      if
      :: attempt[tap] != unknown -> /* It is answered as that attempt was. */
        if
        :: broken(REPEAT) && entries[tap] == 1 && state[COMMANDS - 1] == none ->
          d_step { decide(tap, unlock) }
        :: kept(REPEAT)
        fi
      :: else ->
        if
        :: keyOf[tap] = 0
        :: keyOf[tap] = 1
        fi;
        if
        :: true
        :: VERBS > 1 -> wanted = lock
        fi;
        d_step { decide(tap, wanted); wanted = unlock };
        if
        :: true
        :: phase == decided && fileFailures < FILE_FAILURES ->
          fileFailures++;
          hasNoFile[me] = true;
          printf("process %d has no owner file\n", me)
        fi
      fi;
      tap = 0
    }

  :: d_step { phase == decided || phase == looked; prepare() }

  /* The look at the clock and the handing over are one step: a pause between them is nothing but a
   * message that is long on its way. */
  :: atomic {
      phase == sending;
      if
      :: now < deadline[command] || broken(DEADLINE) -> d_step { tell() }
      :: now < deadline[command] ->
        report = neverReached;
        phase = closing;
        printf("process %d does not reach the lock\n", me)
      :: now >= deadline[command] -> report = tooLate; phase = closing
      fi
    }

  :: atomic {
      phase == waiting && answer[command] != silence;
      report = answer[command];
      phase = closing;
      printf("process %d hears of command %d: %e\n", me, command, report);
      if
      :: answer[command] = silence
      :: true /* It comes again. */
      fi
    }
  :: d_step {
      phase == waiting && now >= deadline[command] && kept(TIMEOUT);
      report = noAnswer;
      phase = closing
    }
  :: d_step { phase == closing; close() }

  /* What only happens when a guard is broken. */
  :: d_step { phase == committing; record(command, sent, false); phase = waiting }
  :: d_step {
      phase == waiting && broken(RETRY) && now > sentAt[command] && told[command] < 2;
      tell()
    }
  :: d_step {
      phase == waiting && broken(ANSWER) && answer[0] != silence;
      report = answer[0];
      phase = closing
    }
  :: d_step { phase == restarting && state[0] == pending; command = 0; phase = decided }
  od
}

active proctype Lock() {
  byte c;

end:
  do
  :: atomic {
      if
      :: message[0] -> c = 0
      :: message[1] -> c = 1
#if COMMANDS > 2
      :: message[2] -> c = 2
#endif
      fi;
      if
      :: now >= message[c] && kept(EXPIRY)
      :: else ->
        doneLate = doneLate || now >= message[c];
        if
        :: isDone[c] = true; answer[c] = done
        :: isDone[c] = true /* and its answer is lost */
        :: answer[c] = refused
        fi;
        printf("the lock has command %d: %e\n", c, answer[c])
      fi;
      message[c] = 0;
      d_step { forget(c); c = 0 }
    }
  od
}

active proctype Clock() {
end:
  do
  :: d_step {
      now < LAST_TICK;
      now++;
      printf("tick %d\n", now);
      /* What the lock would drop need not come. */
      for (j : 0 .. COMMANDS - 1) {
        message[j] = (message[j] > now || broken(EXPIRY) -> message[j] : 0)
      }
    }
  od
}

/* What may happen, and need not. */
active proctype Fate() {
  byte me;

end:
  do
  :: d_step { hands[0] != NOBODY && crashes < CRASHES; me = 0; die() }
  :: d_step { hands[1] != NOBODY && crashes < CRASHES; me = 1; die(); me = 0 }
  :: d_step { !isRevoked; isRevoked = true; printf("key 0 is revoked\n") }
  :: now <= LAST_TICK /* nothing */
  od
}

/* The claims. */
#if TAPS > 2
#define each(claim) (claim(0) && claim(1) && claim(2))
#define sum(number) (number(0) + number(1) + number(2))
#define pairs(claim) (claim(0, 1) && claim(0, 2) && claim(1, 2))
#else
#define each(claim) (claim(0) && claim(1))
#define sum(number) (number(0) + number(1))
#define pairs(claim) claim(0, 1)
#endif

/* Law 1, one tap, one attempt: however often a tap comes, it is decided once. */
#define isDecidedOnce(t) (entries[t] <= 1)
#define ONE_ATTEMPT each(isDecidedOnce)
ltl one_attempt { [] ONE_ATTEMPT }

/* Law 2, nothing opens before it is written: a lock is told when the decisions of all taps on the
 * command are in the log and `sent` is committed. */
#define WRITTEN_FIRST !toldUnwritten
ltl written_first { [] WRITTEN_FIRST }

/* Law 2, seen from the store: `pending` proves that the lock was told nothing. */
#define isUntold(c) (told[c] == 0 || (state[c] != pending && state[c] != interrupted))
#define PENDING_UNTOLD each(isUntold)
ltl pending_untold { [] PENDING_UNTOLD }

/* Law 3, at most once. */
#define isToldOnce(c) (told[c] <= 1)
#define AT_MOST_ONCE each(isToldOnce)
ltl at_most_once { [] AT_MOST_ONCE }

/* Law 3, never late: from the deadline on nothing is handed over, and the lock does nothing. */
#define NEVER_LATE (!toldLate && !doneLate)
ltl never_late { [] NEVER_LATE }

/* Law 3, start-up, reconnect and retry never actuate: nobody tells a lock of a command of another
 * process, be it one that it was itself. */
#define ONLY_BY_OWNER !toldByStranger
ltl only_by_owner { [] ONLY_BY_OWNER }

/* Law 7, edits take effect: what is told had a tap with a key that held when `sent` was written. */
#define LAST_LOOKED !toldUnheld
ltl last_look { [] LAST_LOOKED }

/* Section 3, a use is given back only if the command certainly never reached the lock. */
#define isRefundCertain(t) (refunds[t] == 0 || told[commandOf[t]] == 0)
#define REFUND_CERTAIN each(isRefundCertain)
ltl refund_certain { [] REFUND_CERTAIN }

/* Law 5, a limit can deny: uses are what is charged less what is given back, each once, and never
 * more than the limit. */
#define isChargedOnce(t) (refunds[t] <= charges[t] && charges[t] <= 1)
#define net(t) (charges[t] - refunds[t])
#define USES_KEPT (each(isChargedOnce) && uses[0] <= limit(0) && uses[0] + uses[1] == sum(net))
ltl uses_kept { [] USES_KEPT }

/* Section 4, what has ended stays so; `unconfirmed`, like every other end, is told nothing more. (A
 * process without a file may be told dead while it tells its lock.) */
#define END_IS_END (!endChanged && !toldEnded)
ltl end_is_end { [] END_IS_END }

/* Section 4, taps that joined a command share its outcome and its refund. */
#define isAlike(t, u) (commandOf[t] == NOBODY || commandOf[t] != commandOf[u] || net(t) == net(u))
#define ONE_OUTCOME pairs(isAlike)
ltl one_outcome { [] ONE_OUTCOME }

/* Section 2, busy: two verbs are never in flight on one lock. */
#define ONE_VERB !isSecondVerb
ltl one_verb { [] ONE_VERB }

/* Section 4, `acknowledged` means that the lock did it. */
#define ACKNOWLEDGED_DONE !acknowledgedUndone
ltl acknowledged_done { [] ACKNOWLEDGED_DONE }

/* Section 4, a tap that gets as far as the door leaves nothing of dead owners in flight on it. */
#define NOTHING_LEFT !isLeft
ltl nothing_left { [] NOTHING_LEFT }

/* All of them, for a bigger house. */
ltl all_laws { [] (ONE_ATTEMPT && WRITTEN_FIRST && PENDING_UNTOLD && AT_MOST_ONCE && NEVER_LATE &&
  ONLY_BY_OWNER && LAST_LOOKED && REFUND_CERTAIN && USES_KEPT && END_IS_END && ONE_OUTCOME &&
  ONE_VERB && ACKNOWLEDGED_DONE && NOTHING_LEFT) }

/* Section 4, every command ends as long as its owner lives, if whoever can go on does at last. */
#define isSettled(c) (!isInFlight(c) || owner[c] == DEAD)
ltl settles { <> [] each(isSettled) }

/* Claims that must fail, since a model in which nothing happens keeps every law. */
ltl lacks_acknowledged { [] (state[0] != acknowledged || state[1] != acknowledged) }
ltl lacks_refused { [] !(state[0] == failed && told[0] == 1) }
ltl lacks_withdrawn { [] !(state[0] == failed && told[0] == 0 && isRevoked) }
ltl lacks_unconfirmed { [] !(state[0] == unconfirmed) }
ltl lacks_expired { [] !(state[0] == expired) }
ltl lacks_interrupted { [] !(state[0] == interrupted) }
ltl lacks_joined { [] !(attempt[0] == granted && commandOf[0] == commandOf[1]) }
#define isCharged(t) (charges[t] == 1 && keyOf[t] == 0)
ltl lacks_reclaimed { [] !(isCharged(0) && refunds[0] == 1 && isCharged(1)) }
ltl lacks_busy { [] !(attempt[1] == denied && !isRevoked && uses[0] == 0) }
