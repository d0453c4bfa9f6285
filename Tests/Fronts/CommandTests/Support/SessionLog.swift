/// A log of 100 by 100 points with an element of every kind except images, an erased element that is transformed, and a
/// lowered and a deleted one.
enum SessionLog {
  static let text = SmallLog.text(of: [
    #"{"doodle":1,"size":[100,100],"background":"ivory"}"#,
    ##"{"tool":"pen","color":"#1e66f5","width":6}"##,
    #"{"phase":"began","point":[10,10],"time":0.1,"pressure":0.3,"index":1,"expects":["pressure"]}"#,
    #"{"phase":"moved","point":[50,31.7],"time":0.2,"pressure":0.9}"#,
    #"{"phase":"ended","point":[90,12],"time":0.3}"#,
    #"{"revises":1,"pressure":0.77}"#,
    #"{"tool":"marker","color":"rainbow","width":11,"id":"glow"}"#,
    #"{"phase":"began","point":[10,80],"time":1}"#, #"{"phase":"ended","point":[90,70],"time":2}"#,
    #"{"tool":"arrow","color":"teal","width":3,"dash":[8,5]}"#,
    #"{"phase":"began","point":[20,20]}"#, #"{"phase":"ended","point":[70,60]}"#,
    #"{"tool":"rect","fill":"gold","radius":6,"dash":[]}"#,
    #"{"phase":"began","point":[30,30]}"#, #"{"phase":"ended","point":[60,80]}"#,
    #"{"tool":"angle"}"#, #"{"phase":"began","point":[70,90]}"#, #"{"phase":"ended","point":[95,90]}"#,
    #"{"phase":"began","point":[95,90]}"#, #"{"phase":"ended","point":[80,60]}"#,
    #"{"command":"text","text":"Hi","at":[5,50],"size":30,"color":"crimson","width":3,"id":7}"#,
    #"{"tool":"eraser","width":7}"#, #"{"phase":"began","point":[5,60]}"#, #"{"phase":"ended","point":[95,50]}"#,
    #"{"command":"transform","id":"e4","rotate":20,"translate":[12,3],"scale":0.9}"#,
    #"{"command":"lower","id":"7"}"#, #"{"command":"delete","id":"e3"}"#,
  ])
}
