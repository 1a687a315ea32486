//! Which agents there are, and how a text such as `mcts:iterations=500` becomes one.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::agent::Agent;
use crate::evaluation::LinearParams;
use crate::greedy::Greedy;
use crate::mcts::{Mcts, MctsParams, PlainParams};
use crate::nearest::did_you_mean;
use crate::params::{Given, Param};
use crate::random::{Random, RandomKind};

/// Makes an agent from given parameters and the number of players.
pub type Build = fn(&Given, usize) -> Box<dyn Agent>;

/// A kind of agent: what the registry knows of it.
#[derive(Clone, Debug)]
pub struct AgentKind {
    /// Its name, as in configs.
    pub name: &'static str,
    /// One line of documentation.
    pub doc: &'static str,
    /// Its parameters.
    pub params: Vec<Param>,
    /// Makes one.
    pub build: Build,
}

/// The agents by name.
#[derive(Clone, Debug)]
pub struct Registry {
    kinds: BTreeMap<&'static str, Arc<AgentKind>>,
}

/// What is wrong with the text of an agent.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("agent `{spec}`: {problem}")]
pub struct SpecError {
    spec: String,
    problem: String,
}

impl Default for Registry {
    fn default() -> Registry {
        Registry::standard()
    }
}

impl Registry {
    /// No agents.
    pub fn empty() -> Registry {
        Registry { kinds: BTreeMap::new() }
    }

    /// The built-in agents.
    pub fn standard() -> Registry {
        let mut registry = Registry::empty();
        registry.add(AgentKind {
            name: "random",
            doc: "uniform over legal actions; most of them move a ranger",
            params: Vec::new(),
            build: |_, _| Box::new(Random),
        });
        registry.add(AgentKind {
            name: "random-kind",
            doc: "uniform over the kinds of action that have a legal choice, then within the kind",
            params: Vec::new(),
            build: |_, _| Box::new(RandomKind),
        });
        registry.add(AgentKind {
            name: "greedy",
            doc: "looks through its whole turn by an evaluation of weighted features",
            params: LinearParams::params(),
            build: |given, players| Box::new(Greedy::new(LinearParams::resolve(given, players))),
        });
        registry.add(AgentKind {
            name: "greedy-v1",
            doc: "greedy with the weights of version 0.1, which never change: a yardstick",
            params: Vec::new(),
            build: |_, players| Box::new(Greedy::new(LinearParams::v1(players))),
        });
        registry.add(AgentKind {
            name: "mcts-plain",
            doc: "UCT with random-kind rollouts to the end, children in random order",
            params: PlainParams::params(),
            build: |given, players| {
                let params = PlainParams::resolve(given, players).into();
                Box::new(Mcts::new(params, LinearParams::v1(players)))
            },
        });
        registry.add(AgentKind {
            name: "mcts",
            doc: "tree search with children opened in the order of greedy-v1's evaluation",
            params: MctsParams::params(),
            build: |given, players| {
                let params = MctsParams::resolve(given, players);
                Box::new(Mcts::new(params, LinearParams::v1(players)))
            },
        });
        registry
    }

    /// Adds a kind of agent.
    ///
    /// # Panics
    /// If the name is taken, or has a character that specs use (`:`, `,`, `=`).
    pub fn add(&mut self, kind: AgentKind) {
        assert!(
            !kind.name.is_empty() && !kind.name.contains([':', ',', '=']),
            "`{}` cannot name an agent",
            kind.name
        );
        let known = self.kinds.insert(kind.name, Arc::new(kind));
        assert!(known.is_none(), "two agents of one name");
    }

    /// All kinds, by name.
    pub fn kinds(&self) -> impl Iterator<Item = &AgentKind> {
        self.kinds.values().map(|kind| &**kind)
    }

    /// The kind of a name.
    ///
    /// # Errors
    /// There is none; the nearest name is named.
    pub fn kind(&self, name: &str) -> Result<&AgentKind, SpecError> {
        self.find(name, name).map(|kind| &**kind)
    }

    fn find(&self, name: &str, spec: &str) -> Result<&Arc<AgentKind>, SpecError> {
        self.kinds.get(name).ok_or_else(|| SpecError {
            spec: spec.to_owned(),
            problem: format!(
                "there is no agent `{name}`; the agents are {}{}",
                self.kinds.keys().copied().collect::<Vec<_>>().join(", "),
                did_you_mean(name, self.kinds.keys().copied())
            ),
        })
    }

    /// Reads `name` or `name:key=value:key=value`.
    ///
    /// # Errors
    /// An unknown name or key (the nearest one is named), a value out of range, or a key that stands twice.
    pub fn parse(&self, spec: &str) -> Result<Factory, SpecError> {
        let error = |problem: String| SpecError { spec: spec.to_owned(), problem };
        let mut parts = spec.split(':');
        let kind = self.find(parts.next().unwrap_or_default(), spec)?;
        let mut given = Vec::new();
        for part in parts {
            let pair = part.split_once('=').ok_or_else(|| error(format!("`{part}` is not key=value")))?;
            given.push(pair);
        }
        self.with(kind.name, given).map_err(|e| error(e.problem))
    }

    /// An agent of a name with parameters as texts.
    ///
    /// # Errors
    /// As [`parse`](Self::parse).
    pub fn with<'k>(
        &self,
        name: &str,
        parameters: impl IntoIterator<Item = (&'k str, &'k str)>,
    ) -> Result<Factory, SpecError> {
        let kind = self.find(name, name)?;
        let error = |problem: String| SpecError { spec: name.to_owned(), problem };
        let mut given = Given::new();
        for (key, value) in parameters {
            let param = kind.params.iter().find(|param| param.name == key).ok_or_else(|| {
                let names = || kind.params.iter().map(|param| param.name);
                let list = names().collect::<Vec<_>>().join(", ");
                let list = if list.is_empty() {
                    "it has none".to_owned()
                } else {
                    format!("its parameters are {list}")
                };
                error(format!("there is no parameter `{key}`; {list}{}", did_you_mean(key, names())))
            })?;
            let value =
                param.domain.parse(value).map_err(|wrong| error(format!("parameter `{key}`: {wrong}")))?;
            if given.insert(key.to_owned(), value).is_some() {
                return Err(error(format!("parameter `{key}` stands twice")));
            }
        }
        Ok(Factory { kind: Arc::clone(kind), given })
    }
}

/// Makes fresh agents of one kind with one setting.
#[derive(Clone)]
pub struct Factory {
    kind: Arc<AgentKind>,
    given: Given,
}

impl Factory {
    /// A fresh agent for one seat of a game of 2 to 5 players.
    pub fn build(&self, players: usize) -> Box<dyn Agent> {
        (self.kind.build)(&self.given, players)
    }

    /// The kind's name.
    pub fn name(&self) -> &'static str {
        self.kind.name
    }

    /// The values that were given, by key.
    pub fn given(&self) -> &Given {
        &self.given
    }
}

/// The canonical spec: keys sorted, defaults left out.
impl fmt::Display for Factory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.kind.name)?;
        for (key, value) in &self.given {
            write!(f, ":{key}={value}")?;
        }
        Ok(())
    }
}

impl fmt::Debug for Factory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Factory({self})")
    }
}
